import { LOOPBACK_HOST } from '../http/loopback.ts'

/**
 * Where a link in a mail may lead with a session in it, as patterns of addresses: our own origin, those of the pages
 * that the operator named, and the other name of this machine only where we are on it ourselves.
 * @param origin of the product as its visitors know it
 * @param more origins from `CORS_ORIGINS`
 */
export function mailRedirects(origin: string, more: readonly string[]): string[] {
  const { host, port } = new URL(origin)
  const sameMachine = LOOPBACK_HOST.test(host) ? [`http://localhost${port ? `:${port}` : ''}`] : []
  return [origin, ...sameMachine, ...more].map((allowed) => `${allowed}/**`)
}
