import { refusal } from './errors.ts'

/**
 * Characters that the service and browsers parse differently: `http://evil\@home` leads to `home` or to
 * `evil`.
 */
const READ_TWO_WAYS = /[\\\s\p{Cc}]/u
const PARAMETER = 'redirect_to'

/** Whether an address, as parsed by browsers, has an allowed origin and contains no user name or password. */
export function leadsHome(address: string, allowed: ReadonlySet<string>): boolean {
  if (READ_TWO_WAYS.test(address)) return false
  const url = URL.parse(address)
  return url !== null && allowed.has(url.origin) && url.username === '' && url.password === ''
}

/**
 * Removes a `redirect_to` with a foreign origin from the request; mails and links then lead to the default
 * page.
 */
export function dropForeignRedirect(call: Request, allowed: ReadonlySet<string>): Request {
  const url = new URL(call.url)
  const targets = url.searchParams.getAll(PARAMETER)
  if (targets.length === 0 || (targets.length === 1 && leadsHome(targets[0] ?? '', allowed))) return call
  url.searchParams.delete(PARAMETER)
  return new Request(url, call)
}

/**
 * Refuses redirects of the service to a foreign origin, since the fragment of the address contains tokens.
 */
export function refuseForeignLocation(answered: Response, allowed: ReadonlySet<string>): Response {
  const location = answered.headers.get('location')
  const isRedirect = answered.status >= 300 && answered.status < 400
  if (location === null || !isRedirect || leadsHome(location, allowed)) return answered
  return refusal(400, 'validation_failed', 'This link leads to an address that is not ours')
}
