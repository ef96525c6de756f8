import { mistypedIn } from './auth-body.ts'
import { hasInheritedWord } from './inherited-words.ts'
import { flawOf } from './json-flaw.ts'
import { refusal } from './errors.ts'

/** The API accepts less from clients; its own calls (such as a release manifest) may be longer. */
const MAX_BODY_BYTES = 1024 * 1024

export interface Admitted {
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
export async function admit(call: Request): Promise<Admitted | Response> {
  const url = new URL(call.url)
  if (!isDecodable(url.pathname) || url.href.includes('%00')) {
    return refusal(400, 'validation_failed', 'The address holds a character that cannot be used')
  }
  if (url.pathname.startsWith('/rest/') && hasInheritedWord(url.searchParams)) {
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
  const flaw = flawOf(json ?? formText(text, call.headers))
  if (flaw) return badBody(`The request body ${flaw}`)
  const mistyped = forAuth && json !== undefined ? mistypedIn(json) : null
  if (mistyped) return badBody(mistyped)
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
