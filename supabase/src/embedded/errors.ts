import * as z from 'zod'

const databaseError = z.object({
  code: z.string(),
  message: z.string().default(''),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
})

/** Codes of an unavailable database: killed, starting, out of connections, or too slow. */
export const UNAVAILABLE =
  /^(CONNECTION_|CONNECT_|QUERY_TIMEOUT|ECONN|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EPIPE|08|57P|53300|25P03)/
/**
 * Codes of a database that cannot read or write its files, or has no memory, such as on a full disk. Its connections
 * are usable. The messages contain names of files.
 */
const OUT_OF_RESOURCES = /^(53[12]|58)/
const isTemporary = (code: string): boolean => UNAVAILABLE.test(code) || OUT_OF_RESOURCES.test(code)
const FOREIGN_KEY_VIOLATION = '23503'
/** The code of a statement that reached its time limit. The connection is usable afterwards. */
export const STATEMENT_TIMEOUT = '57014'
const CODE = /^[0-9A-Z]{5}$/
/** Retry-After of table requests: the client of the browser tries a read four times. */
const READ_AGAIN_SECONDS = 2
/** Codes that the data service itself maps correctly. */
const PASSED_THROUGH = /^(PGRST|PT\d{3}|2350[235]|25006|21|22|42|53|55)/

/**
 * HTTP status by SQLSTATE class, from the documentation of PostgREST. A statement that took too long is 503 here and
 * not 500: the statements of the product's clients are short, so a busy machine is the cause.
 */
function statusOf(code: string): number {
  if (code === STATEMENT_TIMEOUT) return 503
  if (code === 'P0001') return 400
  if (/^(0L|0P|28)/.test(code)) return 403
  if (/^(09|25|2D|38|39|3B|40|54|57|F0|HV|P0|XX)/.test(code)) return 500
  return 400
}

const postgrestError = (status: number, body: Record<string, string | null>) =>
  Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({
      status,
      // The client repeats reads after this time.
      headers: status === 503 ? { 'Retry-After': String(READ_AGAIN_SECONDS) } : {},
    }),
  })

/** The driver cannot encode an argument: an object where the function takes a list, for example. */
const NOT_ENCODABLE = 'ERR_INVALID_ARG_TYPE'
/** An error of the service's query parser that the service does not recognize. */
const UNREADABLE = /^Missing closing quote/

/** Gives a database error the status and body of PostgREST. Other values are returned unchanged. */
export function postgresError(error: unknown): unknown {
  if (error instanceof RangeError || (error instanceof Error && UNREADABLE.test(error.message))) {
    return postgrestError(400, {
      code: 'PGRST100',
      message: 'The query cannot be read',
      details: error.message,
      hint: null,
    })
  }
  const parsed = databaseError.safeParse(error)
  if (!parsed.success) return error
  const { code, message, detail = null, hint = null } = parsed.data
  if (code === NOT_ENCODABLE) {
    return postgrestError(400, {
      code: '22P02',
      message: 'A value in this request has another type than its argument',
      details: null,
      hint: null,
    })
  }
  if (isTemporary(code)) {
    return postgrestError(503, {
      code: 'PGRST000',
      message: 'The database is away',
      details: null,
      hint: null,
    })
  }
  if (!CODE.test(code) || PASSED_THROUGH.test(code)) return error
  return postgrestError(statusOf(code), { code, message, details: detail, hint })
}

/** An error response in the format of the auth service. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    { code, error_code: code, msg: message, message },
    { status, headers: { 'x-sb-error-code': code, ...headers } },
  )

/** Retry-After: a load peak or a restart of the database usually ends within a few seconds. */
const RETRY_AFTER_SECONDS = 5

export const unavailable = (): Response =>
  refusal(503, 'unexpected_failure', 'The data service is not available', {
    'retry-after': String(RETRY_AFTER_SECONDS),
  })

const RULE_VIOLATION = /^PT([45]\d\d)$/

/**
 * Corrects the response of the service after a database failure. The service answers 500 for a violated
 * database rule and for an invalid value, and a 4xx (no such table, user or session) when the database is
 * down.
 * @param serviceStatus status of the service's response
 * @param path path of the request. The page has its own texts for the codes of a mailed token.
 * @returns the correct response, or null when the response needs no correction
 */
export function correctResponse(
  failure: { code: string; message: string } | undefined,
  serviceStatus: number,
  path: string,
): Response | null {
  if (!failure || serviceStatus < 400) return null
  if (isTemporary(failure.code)) return unavailable()
  if (serviceStatus !== 500) return null
  const status = RULE_VIOLATION.exec(failure.code)?.[1]
  if (status) {
    const code = path.startsWith('/auth/v1/verify') ? codeOfRule(status, failure.message) : 'rule_violated'
    return refusal(Number(status), code, failure.message)
  }
  // A token was refreshed while its session or account was deleted.
  if (failure.code === FOREIGN_KEY_VIOLATION)
    return refusal(400, 'session_not_found', 'The session has ended')
  return /^22/.test(failure.code)
    ? refusal(400, 'validation_failed', 'A value in this request cannot be used')
    : null
}

/** Answer to the link of an excluded account that lost its address (`public.release_address`). */
export const ADDRESS_RELEASED =
  'The account of this address is excluded and no longer has it. Sign up with an access code.'

/** Error codes of violated rules, for the page, which shows its own texts. */
function codeOfRule(status: string, message: string): string {
  if (status === '401') return 'user_not_found'
  if (status === '429') return 'email_change_limited'
  if (message === ADDRESS_RELEASED) return 'address_released'
  if (status === '403') return /^You excluded yourself/.test(message) ? 'self_excluded' : 'address_refused'
  return 'rule_violated'
}

/**
 * Corrects the redirect after a link of a mail was opened. The page reads the error from the address, where
 * the service puts 'Verification failed' for every violated rule.
 * @returns the redirect with code and message of the rule, or null when the response needs no correction
 */
export function correctRedirect(
  failure: { code: string; message: string } | undefined,
  response: Response,
): Response | null {
  const [page = '', hash] = (response.headers.get('location') ?? '').split('#')
  const parameters = new URLSearchParams(hash)
  const status = RULE_VIOLATION.exec(failure?.code ?? '')?.[1]
  if (!failure || !status || !parameters.has('error_description')) return null
  parameters.set('error_code', codeOfRule(status, failure.message))
  parameters.set('error_description', failure.message)
  const headers = new Headers(response.headers)
  headers.set('location', `${page}#${parameters}`)
  return new Response(null, { status: response.status, headers })
}

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
function isAllowedTarget(address: string, allowed: ReadonlySet<string>): boolean {
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
