import type { Context } from 'koa'
import { jsonText, readFields } from './fields.ts'

/** Text of the `copyright` field, which every answer of the stats service has. */
export const NOTICE =
  'Propsight league: data in the shape of the stats service. Invented or replayed, not the service itself.'

/** Answers with the notice as first field, reduced to the requested `fields`. */
export function answer(ctx: Context, body: object): void {
  const fields = typeof ctx.query.fields === 'string' ? ctx.query.fields : undefined
  ctx.type = 'json'
  ctx.body = jsonText({ copyright: NOTICE, ...body }, readFields(fields))
}
