import type { Context } from 'koa'
import { jsonText, readFields } from './fields.ts'

/** Stands where the service puts its notice. */
export const NOTICE =
  'Propsight league: data in the shape of the stats service. Invented or replayed, not the service itself.'

/** Answers with the notice first, cut down to `fields` where asked. */
export function answer(ctx: Context, body: object): void {
  const fields = typeof ctx.query.fields === 'string' ? ctx.query.fields : undefined
  ctx.type = 'json'
  ctx.body = jsonText({ copyright: NOTICE, ...body }, readFields(fields))
}
