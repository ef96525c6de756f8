import type { ApiContext } from './context.ts'

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * The visitor sits at this machine and says so: the connection is local, no proxy stands between, and the address bar
 * names this machine (a foreign name that resolves to it does not count).
 */
export const isLocalVisitor = (ctx: ApiContext): boolean =>
  LOOPBACK_ADDRESS.test(ctx.req.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(ctx.get('host')) &&
  ctx.get('x-forwarded-for') === '' &&
  ctx.get('forwarded') === ''
