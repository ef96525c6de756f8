import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import type { Tally } from './tally.ts'

const unbrotli = promisify(brotliDecompress)
const ungzip = promisify(gunzip)

/** A visitor gives up after so long: longer than any time limit of the API's own. */
const PATIENCE_MS = 20_000

/** Enough connections for every visitor, so that a waiting request delays no other. */
const agent = new Agent({
  connections: 8_192,
  pipelining: 1,
  keepAliveTimeout: 30_000,
  headersTimeout: PATIENCE_MS,
  bodyTimeout: PATIENCE_MS,
  connectTimeout: PATIENCE_MS,
})

/** A visit cannot go on; `kind` is what the table says of it. */
export class VisitEnded extends Error {
  override name = 'VisitEnded'
  readonly kind: string
  readonly refused: boolean

  constructor(kind: string, refused: boolean) {
    super(kind)
    this.kind = kind
    this.refused = refused
  }
}

export interface Sending {
  /** As the table names it. */
  route: string
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** When the visitor meant to send it, on this process's clock. */
  since: number
  /** Text that an answer must hold to be whole. */
  endsWith?: string
}

const read = async (bytes: Uint8Array, encoding: unknown): Promise<string> => {
  if (encoding === 'br') return String(await unbrotli(bytes))
  if (encoding === 'gzip') return String(await ungzip(bytes))
  return Buffer.from(bytes).toString()
}

const failureOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT/.test(code)) return 'no answer in time'
  return code || (error instanceof Error ? error.message : 'failed')
}

/**
 * Sends one request as a browser does (compression included) and counts what became of it.
 * @returns the body as text
 * @throws VisitEnded for anything but a whole 2xx
 */
export async function send(tally: Tally, sending: Sending): Promise<string> {
  const { route, url, method = 'GET', body, since } = sending
  const begun = performance.now()
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        accept: '*/*',
        'accept-encoding': 'br, gzip',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sending.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const bytes = await answer.body.bytes()
    const now = performance.now()
    if (answer.statusCode === 503 || answer.statusCode === 429) {
      tally.refusal(now - begun, answer.headers['retry-after'] !== undefined)
      throw new VisitEnded(`${answer.statusCode} of ${route}`, true)
    }
    if (answer.statusCode >= 300) throw new VisitEnded(`${answer.statusCode} of ${route}`, false)
    const text = await read(bytes, answer.headers['content-encoding'])
    if (sending.endsWith && !text.slice(-2_000).includes(sending.endsWith))
      throw new VisitEnded(`cut: ${route}`, false)
    tally.answer(route, now - since, bytes.byteLength)
    return text
  } catch (error) {
    if (error instanceof VisitEnded) throw error
    throw new VisitEnded(`${failureOf(error)}: ${route}`, false)
  }
}
