import type { Context } from 'koa'
import { keepFields, readFields } from './fields.ts'

/** Stands where the service puts its notice. */
export const NOTICE =
  'Propsight league: data in the shape of the stats service. Invented or replayed, not the service itself.'

/** Answers with the notice first, cut down to `fields` where asked. */
export function answer(ctx: Context, body: object): void {
  const fields = typeof ctx.query.fields === 'string' ? ctx.query.fields : undefined
  ctx.body = keepFields({ copyright: NOTICE, ...body }, readFields(fields))
}
