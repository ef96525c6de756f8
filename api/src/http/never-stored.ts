import type { ApiMiddleware } from './context.ts'

/** No cache keeps what is answered: the lists of administrators, who has an account, what one decided about it. */
export const neverStored: ApiMiddleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}
