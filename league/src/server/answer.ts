import type { Context } from 'koa'

/** The keys of the parameter `fields`; null keeps all keys. */
export type Fields = readonly string[] | null

export const readFields = (text: string | undefined): Fields =>
  text === undefined || text === '' ? null : text.split(',').map((part) => part.trim())

/**
 * Writes a value as JSON with only the listed keys on every level, like the service's `fields`: a value is
 * included if its key and the keys of all parents are listed. The allow list of `JSON.stringify` does exactly
 * this, at native speed.
 */
export const jsonText = (value: unknown, fields: Fields): string =>
  fields ? JSON.stringify(value, [...fields]) : JSON.stringify(value)

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

/** Text of the `copyright` field, which every answer of the stats service has. */
export const NOTICE =
  'Propsight league: data in the shape of the stats service. Invented or replayed, not the service itself.'

/** Answers with the notice as first field, reduced to the requested `fields`. */
export function answer(ctx: Context, body: object): void {
  const fields = typeof ctx.query.fields === 'string' ? ctx.query.fields : undefined
  ctx.type = 'json'
  ctx.body = jsonText({ copyright: NOTICE, ...body }, readFields(fields))
}
