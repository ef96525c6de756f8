import { refusal } from './refusal.ts'

/** What the service's own check and a browser read otherwise: `http://evil\@home` is home for one, evil for the other. */
const READ_TWO_WAYS = /[\\\s\p{Cc}]/u
const PARAMETER = 'redirect_to'

/** Whether an address, read as browsers read it, leads to one of these origins, and to nobody's account there. */
export function leadsHome(address: string, allowed: ReadonlySet<string>): boolean {
  if (READ_TWO_WAYS.test(address)) return false
  const url = URL.parse(address)
  return url !== null && allowed.has(url.origin) && url.username === '' && url.password === ''
}

/** The call without a `redirect_to` that leads elsewhere: mails and links then lead to the page. */
export function dropForeignRedirect(call: Request, allowed: ReadonlySet<string>): Request {
  const url = new URL(call.url)
  const targets = url.searchParams.getAll(PARAMETER)
  if (targets.length === 0 || (targets.length === 1 && leadsHome(targets[0] ?? '', allowed))) return call
  url.searchParams.delete(PARAMETER)
  return new Request(url, call)
}

/** Whatever the service decided: no answer sends a browser, and the tokens behind the `#`, to another origin. */
export function refuseForeignLocation(answered: Response, allowed: ReadonlySet<string>): Response {
  const location = answered.headers.get('location')
  const isRedirect = answered.status >= 300 && answered.status < 400
  if (location === null || !isRedirect || leadsHome(location, allowed)) return answered
  return refusal(400, 'validation_failed', 'This link leads to an address that is not ours')
}
