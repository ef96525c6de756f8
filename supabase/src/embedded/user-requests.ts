import * as z from 'zod'
import { refusal } from './errors.ts'

const SCHEME = 'Bearer '

/** Claims of a session token of this service. Tokens of a hosted project also name their issuer. */
const sessionClaims = z.object({
  exp: z.number(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  iss: z.string().optional(),
})

/** The claims of a token without a check of its signature; null when it is not a JSON Web Token. */
function readClaims(token: string): unknown {
  const [, payload, signature, ...more] = token.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return null
  }
}

/**
 * Refuses a token without an expiry, and one of another issuer, audience or role. The service itself verifies
 * only the signature, the session and, if present, the expiry.
 * @param issuer of this service
 * @returns the refusal, or null for an acceptable token, for another kind of key and without a token
 */
export function refuseForeignToken(call: Request, issuer: string): Response | null {
  const header = call.headers.get('authorization') ?? ''
  if (!header.startsWith(SCHEME)) return null
  const claims = readClaims(header.slice(SCHEME.length))
  if (claims === null) return null
  const { success, data } = sessionClaims.safeParse(claims)
  if (success && (data.iss === undefined || data.iss === issuer)) return null
  const message = 'This token is not a session of this service'
  return new URL(call.url).pathname.startsWith('/auth/')
    ? refusal(403, 'bad_jwt', message)
    : Response.json({ code: 'PGRST301', message, details: null, hint: null }, { status: 401 })
}

/**
 * Restricts the table requests of users and visitors to the forms that the product's clients use. The query
 * language of the service is far larger: a pattern with back references occupies the database for minutes, and
 * an embedded table that embeds its parent again multiplies the answer with every level.
 */

/** Operators of filters. No patterns, no text search, no containment. */
const FILTER = /^(?:not\.)?(?:eq|neq|gt|gte|lt|lte|is|in)\./
const COLUMN = /^[a-z][a-z0-9_]*$/
/** A direction and the place of nulls are optional. */
const ORDER = /^([a-z][a-z0-9_]*)(?:\.(?:asc|desc))?(?:\.nulls(?:first|last))?$/
const COUNT = /^\d{1,9}$/
const MAX_PARAMETERS = 20
const MAX_ORDER_COLUMNS = 4
const JSON_TYPE = 'application/json'
/** The answers that are available, with the ranges that stand for the usual one. */
const MEDIA_TYPES: Record<string, string> = {
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  [JSON_TYPE]: JSON_TYPE,
  'application/vnd.pgrst.object+json': 'application/vnd.pgrst.object+json',
}
const FUNCTION_CALL = /^\/rest\/v1\/rpc\//

const areDistinct = (names: string[]): boolean => new Set(names).size === names.length
/** Each column once: a column that is named a thousand times would multiply the answer. */
const isColumnList = (value: string): boolean => {
  const names = value.split(',')
  return areDistinct(names) && names.every((name) => COLUMN.test(name))
}
const isOrder = (value: string): boolean => {
  const columns = value.split(',').map((part) => ORDER.exec(part)?.[1] ?? '')
  return columns.length <= MAX_ORDER_COLUMNS && areDistinct(columns) && !columns.includes('')
}

/** Parameters that are not filters. Names that are not listed are columns. */
const PARAMETERS: Record<string, (value: string) => boolean> = {
  select: (value) => value === '*' || value === '' || isColumnList(value),
  columns: (value) => isColumnList(value.replaceAll('"', '')),
  on_conflict: isColumnList,
  order: isOrder,
  limit: (value) => COUNT.test(value),
  offset: (value) => COUNT.test(value),
  apikey: () => true,
  or: () => false,
  and: () => false,
}

const isAllowed = (name: string, value: string): boolean => {
  const check = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
  return check ? check(value) : COLUMN.test(name) && FILTER.test(value)
}

/** The data service verifies the token before it uses the database, so a forged one takes no connection. */
function readSubject(authorization: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString(),
    )
    const subject = payload !== null && typeof payload === 'object' && 'sub' in payload ? payload.sub : null
    return typeof subject === 'string' ? subject : null
  } catch {
    return null
  }
}

/**
 * The user on whose behalf a request reads or writes tables; `anon` for a visitor. Their connections are
 * limited (`connection-pool.ts`).
 * @returns null for a request of the server, and for sign-in
 */
export function ownerOf(call: Request, secretKey: string): string | null {
  const url = new URL(call.url)
  if (!url.pathname.startsWith('/rest/')) return null
  if ((call.headers.get('apikey') ?? url.searchParams.get('apikey')) === secretKey) return null
  return readSubject(call.headers.get('authorization') ?? '') ?? 'anon'
}

/**
 * The available media type that a client prefers: the highest quality, then the first. The service would take CSV
 * wherever the header names it.
 */
export function chooseMediaType(accept: string): string | null {
  const [first] = accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
      const available = Object.hasOwn(MEDIA_TYPES, type) ? MEDIA_TYPES[type] : undefined
      return { available, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ available, quality }) => available !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return first?.available ?? null
}

/**
 * Refuses a table request of a user that no client of the product sends. Otherwise it accepts one media type afterwards.
 * @returns the refusal, or null when the request may continue
 */
export function checkUserRequest(call: Request): Response | null {
  const { pathname, searchParams } = new URL(call.url)
  const mediaType = chooseMediaType(call.headers.get('accept') ?? '*/*')
  if (mediaType === null) return refusal(406, 'PGRST107', 'Only JSON is available')
  const parameters = [...searchParams]
  // The parameters of a function that is called by GET are its arguments.
  const areArguments = FUNCTION_CALL.test(pathname) && (call.method === 'GET' || call.method === 'HEAD')
  const wrong = parameters.find(
    ([name, value]) => !(areArguments && !Object.hasOwn(PARAMETERS, name)) && !isAllowed(name, value),
  )
  if (wrong || parameters.length > MAX_PARAMETERS) {
    return refusal(
      400,
      'PGRST100',
      'The query cannot be read: only plain columns, comparisons and orders are available',
    )
  }
  call.headers.set('accept', mediaType)
  return null
}
