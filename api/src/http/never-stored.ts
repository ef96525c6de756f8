import type { ApiMiddleware } from './context.ts'

/** Forbids caches to store the response: admin lists, whether an account exists, account restrictions. */
export const neverStored: ApiMiddleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}
