import * as z from 'zod'
import { refusal } from './errors.ts'

const optionalText = z.string().optional()
const jsonObject = z.record(z.string(), z.unknown()).nullish()

/**
 * All fields that the auth service reads from request bodies. The service itself does not check their types.
 */
const authBody = z.object(
  {
    email: optionalText,
    password: optionalText,
    current_password: optionalText,
    phone: optionalText,
    type: optionalText,
    token: optionalText,
    token_hash: optionalText,
    refresh_token: optionalText,
    auth_code: optionalText,
    code_verifier: optionalText,
    scope: optionalText,
    create_user: z.boolean().optional(),
    data: jsonObject,
    options: jsonObject,
    gotrue_meta_security: jsonObject,
  },
  'The request body must be a JSON object',
)

/**
 * Checks the field types in the body of an auth call.
 * @returns a sentence that describes the error, or null
 */
export function findTypeError(json: unknown): string | null {
  const issue = authBody.safeParse(json).error?.issues[0]
  if (!issue) return null
  return issue.path.length > 0
    ? `In the request body, ${issue.path.join('.')}: ${issue.message}`
    : issue.message
}

/** Separators between the words of a filter such as `not.in.(a,b)`. */
const BETWEEN_WORDS = /[.,()]/

/**
 * Whether a query contains the name of an inherited object property (`constructor`, `__proto__`). The service
 * looks up operators in a plain object, finds the inherited property, and fails.
 */
export const hasInheritedProperty = (query: URLSearchParams): boolean =>
  [...query].flat().some((text) => text.split(BETWEEN_WORDS).some((word) => word in Object.prototype))

/** Deeper JSON overflows the stack of some components. */
const MAX_DEPTH = 64

const unusable = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * Describes why PostgreSQL cannot store a JSON value: a NUL or a lone surrogate in a text or name, or too
 * many levels.
 * @returns the predicate of a sentence, or null for a valid value
 */
export function findJsonDefect(json: unknown): string | null {
  let level: unknown[] = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return 'is nested too deeply'
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string' && unusable(value)) return 'holds a character that cannot be stored'
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value) && Object.keys(value).some(unusable)) {
        return 'holds a character that cannot be stored'
      }
      for (const inner of Object.values(value)) below.push(inner)
    }
    level = below
  }
  return null
}

/** Names of the text columns, by table. */
export type TextColumns = ReadonlyMap<string, ReadonlySet<string>>

const TABLE = /^\/rest\/v1\/(\w+)$/

/**
 * Finds an object or a list for a text column in the body of a write. The service would store it in a form of
 * its own, `{1,2}`; the hosted service stores it as JSON, which the checks of the tables refuse.
 * @returns the name of the column, or null
 */
export function findNestedText(path: string, json: unknown, columns: TextColumns): string | null {
  const texts = columns.get(TABLE.exec(path)?.[1] ?? '')
  if (!texts) return null
  for (const row of Array.isArray(json) ? json : [json]) {
    if (typeof row !== 'object' || row === null) continue
    for (const [name, value] of Object.entries(row))
      if (texts.has(name) && typeof value === 'object' && value !== null) return name
  }
  return null
}

/** The API accepts less from clients; its own calls (such as a release manifest) may be longer. */
const MAX_BODY_BYTES = 1024 * 1024

export interface CheckedRequest {
  /** The request, with its body already read. */
  call: Request
  /** The body as JSON; undefined when it is empty or not JSON. */
  json: unknown
}

/**
 * Refuses requests on which the service would fail with 500: text that PostgreSQL cannot store, a body that
 * is too large, too deeply nested or not UTF-8, an auth call with an invalid body.
 * @returns the request with its body, or the refusal
 */
export async function checkRequest(call: Request, columns: TextColumns): Promise<CheckedRequest | Response> {
  const url = new URL(call.url)
  if (!isDecodable(url.pathname) || url.href.includes('%00')) {
    return refusal(400, 'validation_failed', 'The address holds a character that cannot be used')
  }
  if (url.pathname.startsWith('/rest/') && hasInheritedProperty(url.searchParams)) {
    return refusal(400, 'PGRST100', 'The query cannot be read')
  }
  if (call.method === 'GET' || call.method === 'HEAD' || !call.body) return { call, json: undefined }

  // No client sends multipart forms here, and the service fails on malformed ones.
  if (call.headers.get('content-type')?.includes('multipart/')) {
    return refusal(415, 'unsupported_media_type', 'Send the request body as JSON')
  }
  const forAuth = url.pathname.startsWith('/auth/')
  const badBody = (message: string) => refusal(400, forAuth ? 'bad_json' : 'PGRST102', message)
  const bytes = await readBody(call.body)
  if (!bytes) return refusal(413, 'request_too_large', 'The request body is too large')
  const text = decode(bytes)
  if (text === null) return badBody('The request body is not UTF-8')
  const json = parse(text)
  const defect = findJsonDefect(json ?? formText(text, call.headers))
  if (defect) return badBody(`The request body ${defect}`)
  const nested = findNestedText(url.pathname, json, columns)
  if (nested !== null) {
    const message = `The value of the column ${nested} must be a text`
    return Response.json({ code: '22P02', message, details: null, hint: null }, { status: 400 })
  }
  const typeError = forAuth && json !== undefined ? findTypeError(json) : null
  if (typeError) return badBody(typeError)
  const { method, headers, signal } = call
  return { call: new Request(url, { method, headers, signal, body: bytes }), json }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Reads a body to its end, also when it is too large: a connection with unread bytes is closed soon after,
 * during the next request of its client.
 * @returns null when it is too large
 */
async function readBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size <= MAX_BODY_BYTES) parts.push(part)
  }
  return size > MAX_BODY_BYTES ? null : new Uint8Array(Buffer.concat(parts))
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formText = (text: string, headers: Headers): string =>
  headers.get('content-type')?.includes('form-urlencoded') ? text.replaceAll('%00', '\0') : text
