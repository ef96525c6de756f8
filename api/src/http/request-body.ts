import type { IncomingMessage } from 'node:http'
import { runSlice } from '../platform/concurrency/event-loop.ts'
import { badRequest, HttpError } from '../platform/errors.ts'
import type { ApiMiddleware } from './context.ts'

const MAX_MS = 5_000

/** Reads and discards the body until it ends, or until the limit of bytes or time is reached. */
function drain(req: IncomingMessage, maxBytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const announced = Number(req.headers['content-length'] ?? 0)
  if (req.complete || req.destroyed || announced > maxBytes) return Promise.resolve()
  let read = 0
  const count = (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBytes) resolve()
  }
  const timer = setTimeout(resolve, MAX_MS)
  for (const event of ['end', 'close', 'error'] as const) req.once(event, () => resolve())
  req.on('data', count)
  req.resume()
  return promise.finally(() => {
    clearTimeout(timer)
    req.off('data', count)
  })
}

/**
 * Reads the body of a refused upload before the error is sent. A client that is still sending when the
 * connection closes would see a broken pipe instead of the error.
 * @param maxBytes above it, the error is sent and the connection closed without reading on
 */
export const drainOnError =
  (maxBytes: number): ApiMiddleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      await drain(ctx.req, maxBytes)
      throw error
    }
  }

/**
 * Reads the whole body and puts it back, so that the next reader of the request gets it complete. Requires a
 * `Content-Length` that was checked before.
 * @returns null when the client disconnected before the end of the body
 */
export function peekBody(request: IncomingMessage): Promise<Buffer | null> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (!(length > 0)) return Promise.resolve(Buffer.alloc(0))
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const settle = (body: Buffer | null) => {
      request.off('readable', take).off('close', onClose)
      resolve(body)
    }
    const onClose = () => settle(null)
    const take = () => {
      for (let part: unknown = request.read(); part instanceof Buffer; part = request.read()) {
        parts.push(part)
        size += part.length
        if (size < length) continue
        const body = Buffer.concat(parts)
        // Synchronously: on the next tick the stream has ended and `unshift` fails.
        request.unshift(body)
        return settle(body)
      }
    }
    request.on('readable', take).on('close', onClose)
    if (request.destroyed) onClose()
  })
}

/** Limits of a JSON body, checked while it arrives: a refused body is never parsed. */
export interface JsonLimits {
  bytes: number
  /** Values of the body: every element, property, object and list counts. */
  values: number
}

const KB = 1_024
/** Most routes take a form, or a list of a few hundred short entries. The longest list is of 400 players. */
export const JSON_LIMITS: JsonLimits = { bytes: 256 * KB, values: 20_000 }
/** Brackets within each other. The contracts nest six deep. */
const MAX_DEPTH = 16
/** Values of one list element, or of everything outside of the lists. A pick with 25 games has about 300. */
const MAX_VALUES_OF_ELEMENT = 1_000
/** Bytes that are parsed at once: about a millisecond, with the check by the schema. */
const PIECE_BYTES = 32 * KB

const code = (character: string) => character.charCodeAt(0)
const QUOTE = code('"')
const BACKSLASH = code('\\')
const COMMA = code(',')
const OPENED_BY = new Map([
  [code(']'), code('[')],
  [code('}'), code('{')],
])
const LIST = code('[')
const OBJECT = code('{')

const notJson = () => badRequest('The request body is not valid JSON')
const tooLarge = () => new HttpError(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large')

/** A top-level list, or one of the top-level object: where its text begins and ends, and where it can be split. */
interface ListRange {
  readonly start: number
  end: number
  readonly splits: number[]
}

/**
 * Counts the values of a JSON text while it arrives, and finds its top-level list or the lists of its top-level object,
 * which can be parsed in pieces. It does not check the syntax, which the parser does.
 */
export class JsonScanner {
  readonly lists: ListRange[] = []
  readonly #maxValues: number
  readonly #open: number[] = []
  #inText = false
  #escaped = false
  #values = 0
  #valuesOfElement = 0
  #read = 0

  constructor(maxValues: number) {
    this.#maxValues = maxValues
  }

  /** @throws HttpError 413 for too many values; 400 for brackets that nest too deep or do not match */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) this.#inText = false
      } else if (byte === QUOTE) this.#inText = true
      else if (byte === COMMA) this.#separate(this.#read + at)
      else if (byte === LIST || byte === OBJECT) this.#begin(byte, this.#read + at)
      else if (OPENED_BY.has(byte)) this.#close(OPENED_BY.get(byte), this.#read + at)
    }
    this.#read += chunk.length
  }

  /** @throws HttpError 400 for an incomplete text */
  finish(): void {
    if (this.#inText || this.#open.length > 0) throw notJson()
  }

  /** Whether the innermost open bracket is the top-level list, or a list of the top-level object. */
  #isInList(): boolean {
    const [first, second] = this.#open
    return this.#open.length === 1
      ? first === LIST
      : this.#open.length === 2 && first === OBJECT && second === LIST
  }

  #count(): void {
    this.#values += 1
    this.#valuesOfElement += 1
    if (this.#values > this.#maxValues || this.#valuesOfElement > MAX_VALUES_OF_ELEMENT) throw tooLarge()
  }

  #separate(offset: number): void {
    if (this.#isInList()) {
      this.#valuesOfElement = 0
      const list = this.lists.at(-1)
      if (list && offset - (list.splits.at(-1) ?? list.start) >= PIECE_BYTES) list.splits.push(offset)
    }
    this.#count()
  }

  #begin(bracket: number, offset: number): void {
    this.#count()
    if (this.#open.length === MAX_DEPTH) throw badRequest('The request body nests too deep')
    this.#open.push(bracket)
    if (this.#isInList()) this.lists.push({ start: offset + 1, end: offset + 1, splits: [] })
  }

  #close(bracket: number | undefined, offset: number): void {
    const list = this.#isInList() ? this.lists.at(-1) : undefined
    if (this.#open.pop() !== bracket) throw notJson()
    if (list) list.end = offset
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** Parses the elements of a list. A split is at a comma, so every piece has an element. */
async function parseElements(bytes: Buffer, { start, end, splits }: ListRange): Promise<unknown[]> {
  const elements: unknown[] = []
  const bounds = [start - 1, ...splits, end]
  for (const [at, to] of bounds.entries()) {
    const from = bounds[at - 1]
    if (from === undefined) continue
    const piece = await runSlice(() => parseText(`[${bytes.toString('utf8', from + 1, to)}]`))
    if (!Array.isArray(piece) || (piece.length === 0 && splits.length > 0)) throw notJson()
    for (const element of piece) elements.push(element)
  }
  return elements
}

/**
 * Parses a scanned JSON text. Its long lists are parsed in pieces, between which other requests run:
 * a body of megabytes would block the event loop.
 */
async function parseInPieces(bytes: Buffer, lists: readonly ListRange[]): Promise<unknown> {
  if (!lists.some(({ splits }) => splits.length > 0)) return parseText(bytes.toString())
  const rest: string[] = []
  const parsed: unknown[][] = []
  let from = 0
  for (const list of lists) {
    // The list keeps its place in the text, with its number as the only element.
    rest.push(bytes.toString('utf8', from, list.start), String(parsed.length))
    parsed.push(await parseElements(bytes, list))
    from = list.end
  }
  rest.push(bytes.toString('utf8', from))
  const outer = parseText(rest.join(''))
  if (Array.isArray(outer)) return parsed[0]
  const elementsOf = (value: unknown) => (Array.isArray(value) ? parsed[value[0]] : value)
  return Object.fromEntries(Object.entries(Object(outer)).map(([name, value]) => [name, elementsOf(value)]))
}

/**
 * Reads a JSON body within its limits.
 * @throws HttpError 413 as soon as a limit is exceeded; 400 for invalid JSON
 */
export async function readJsonBody(req: IncomingMessage, limits: JsonLimits): Promise<unknown> {
  if (Number(req.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const scanner = new JsonScanner(limits.values)
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    try {
      if (size > limits.bytes) throw tooLarge()
      scanner.push(chunk)
      chunks.push(chunk)
    } catch (error) {
      // The rest is not scanned. The error response discards it.
      req.pause()
      reject(error)
    }
  }
  const onClose = () => reject(badRequest('The request ended before its body did'))
  req.on('data', take).once('end', resolve).once('close', onClose)
  if (req.destroyed) onClose()
  await promise.finally(() => req.off('data', take).off('end', resolve).off('close', onClose))
  scanner.finish()
  return parseInPieces(Buffer.concat(chunks), scanner.lists)
}
