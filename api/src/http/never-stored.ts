import type { ApiMiddleware } from './context.ts'

/** No cache keeps what is answered: the lists of administrators, who has an account. */
export const neverStored: ApiMiddleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}
