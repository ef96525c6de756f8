const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, prefer, range, accept-profile, content-profile, accept'
const EXPOSED = 'content-range, content-location, x-sb-error-code, location'

/** The origins of the given addresses; patterns without a plain origin are skipped. */
export function originsOf(addresses: string[]): Set<string> {
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
