import type { ApiContext } from './context.ts'

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** A loopback host name, with or without a port. */
export const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Headers of proxies and tunnels. Some add only one of them. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the client runs on this machine: the connection is local, there is no proxy header, and the Host
 * header names the loopback interface (a foreign name that resolves to it does not count). Always false with
 * a configured proxy: a local proxy may add no header and send the loopback address as Host, and every client
 * would count as local.
 */
export const isLocalVisitor = (ctx: ApiContext): boolean =>
  !ctx.app.proxy &&
  LOOPBACK_ADDRESS.test(ctx.req.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(ctx.get('host')) &&
  PROXY_HEADERS.every((name) => ctx.get(name) === '')
