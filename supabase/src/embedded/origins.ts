import { refusal } from './errors.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, prefer, range, accept-profile, content-profile, accept'
const EXPOSED = 'content-range, content-location, x-sb-error-code, location'

/** The origins of the given addresses; patterns without a plain origin are skipped. */
export function listOrigins(addresses: string[]): Set<string> {
  return new Set(
    addresses.flatMap((address) => {
      const url = URL.parse(address)
      return url && !url.host.includes('*') && url.origin !== 'null' ? [url.origin] : []
    }),
  )
}

/** Restricts CORS to the listed origins, without cookies. The data service itself allows every origin. */
export function restrictCors(response: Response, origin: string | null, allowed: Set<string>): Response {
  const headers = new Headers(response.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
  headers.append('vary', 'Origin')
  if (origin !== null && allowed.has(origin)) {
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-allow-methods', METHODS)
    headers.set('access-control-allow-headers', HEADERS)
    headers.set('access-control-expose-headers', EXPOSED)
    headers.set('access-control-max-age', '600')
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * Characters that the service and browsers parse differently: `http://evil\@home` leads to `home` or to
 * `evil`.
 */
const AMBIGUOUS = /[\\\s\p{Cc}]/u
const PARAMETER = 'redirect_to'

/** Whether an address, as parsed by browsers, has an allowed origin and contains no user name or password. */
export function isAllowedTarget(address: string, allowed: ReadonlySet<string>): boolean {
  if (AMBIGUOUS.test(address)) return false
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
  if (targets.length === 0 || (targets.length === 1 && isAllowedTarget(targets[0] ?? '', allowed)))
    return call
  url.searchParams.delete(PARAMETER)
  return new Request(url, call)
}

/**
 * Refuses redirects of the service to a foreign origin, since the fragment of the address contains tokens.
 */
export function refuseForeignLocation(response: Response, allowed: ReadonlySet<string>): Response {
  const location = response.headers.get('location')
  const isRedirect = response.status >= 300 && response.status < 400
  if (location === null || !isRedirect || isAllowedTarget(location, allowed)) return response
  return refusal(400, 'validation_failed', 'This link leads to an address that is not ours')
}
