import { LOOPBACK_HOST } from '../http/loopback.ts'

/**
 * Allowed redirect targets of links in mails, which contain a session: the public origin, the origins in
 * `CORS_ORIGINS`, and `localhost` only when the public origin is a loopback address.
 * @param origin public origin of the product
 * @param more origins from `CORS_ORIGINS`
 * @returns URL patterns
 */
export function mailRedirects(origin: string, more: readonly string[]): string[] {
  const { host, port } = new URL(origin)
  const sameMachine = LOOPBACK_HOST.test(host) ? [`http://localhost${port ? `:${port}` : ''}`] : []
  return [origin, ...sameMachine, ...more].map((allowed) => `${allowed}/**`)
}
