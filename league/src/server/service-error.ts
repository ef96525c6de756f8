/** An error with status and message number of the stats service; `errorBody` makes the body. */
export class ServiceError extends Error {
  readonly status: number
  readonly messageNumber: number

  constructor(status: number, messageNumber: number, message: string) {
    super(message)
    this.status = status
    this.messageNumber = messageNumber
  }
}

export const notFound = (): ServiceError => new ServiceError(404, 10, 'Object not found')
export const badRequest = (message: string): ServiceError => new ServiceError(400, 11, message)

/** The error body of the stats service. */
export const errorBody = (error: ServiceError, now: Date) => ({
  message: error.message,
  messageNumber: error.messageNumber,
  timestamp: now.toISOString(),
  traceId: null,
})
