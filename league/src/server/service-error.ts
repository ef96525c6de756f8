/** A refusal in the stats service's shape: `{ message, messageNumber, timestamp, traceId }`. */
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

export const errorBody = (error: ServiceError, now: Date) => ({
  message: error.message,
  messageNumber: error.messageNumber,
  timestamp: now.toISOString(),
  traceId: null,
})
