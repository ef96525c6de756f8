import type { ApiContext } from './context.ts'

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** A host, with its port or without, that names the machine of whoever says it. */
export const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Headers that proxies and tunnels add; some add one of them only. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * The visitor sits at this machine and says so: the connection is local, no proxy stands between, and the address bar
 * names this machine (a foreign name that resolves to it does not count). Where a proxy is configured nobody is local:
 * a proxy on this machine may add no header and write our own address as the host, and then all the world would be.
 */
export const isLocalVisitor = (ctx: ApiContext): boolean =>
  !ctx.app.proxy &&
  LOOPBACK_ADDRESS.test(ctx.req.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(ctx.get('host')) &&
  PROXY_HEADERS.every((name) => ctx.get(name) === '')
