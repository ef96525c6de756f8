import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import type { Tally } from './tally.ts'

const decompressBrotli = promisify(brotliDecompress)
const decompressGzip = promisify(gunzip)

/** Client timeout, longer than any time limit of the API. */
const TIMEOUT_MS = 20_000

/** Enough connections for every visitor, so that a waiting request does not delay another one. */
const agent = new Agent({
  connections: 8_192,
  pipelining: 1,
  keepAliveTimeout: 30_000,
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
  connectTimeout: TIMEOUT_MS,
})

/** Ends a visit that cannot continue. `kind` is its row in the error table. */
export class VisitFailed extends Error {
  override name = 'VisitFailed'
  readonly kind: string
  readonly refused: boolean

  constructor(kind: string, refused: boolean) {
    super(kind)
    this.kind = kind
    this.refused = refused
  }
}

export interface SendOptions {
  /** Name in the table of routes. */
  route: string
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** Scheduled time of the request (`performance.now()`). */
  since: number
  /** Text near the end of a complete answer. */
  endsWith?: string
}

const decodeBody = async (bytes: Uint8Array, encoding: unknown): Promise<string> => {
  if (encoding === 'br') return String(await decompressBrotli(bytes))
  if (encoding === 'gzip') return String(await decompressGzip(bytes))
  return Buffer.from(bytes).toString()
}

const failureOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT/.test(code)) return 'no answer in time'
  return code || (error instanceof Error ? error.message : 'failed')
}

/**
 * Sends one request with the compression of a browser and counts its outcome.
 * @returns the decoded body
 * @throws VisitFailed for anything but a complete 2xx response
 */
export async function send(tally: Tally, options: SendOptions): Promise<string> {
  const { route, url, method = 'GET', body, since } = options
  const startedAt = performance.now()
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        accept: '*/*',
        'accept-encoding': 'br, gzip',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const bytes = await answer.body.bytes()
    const now = performance.now()
    if (answer.statusCode === 503 || answer.statusCode === 429) {
      tally.refusal(now - startedAt, answer.headers['retry-after'] !== undefined)
      throw new VisitFailed(`${answer.statusCode} of ${route}`, true)
    }
    if (answer.statusCode >= 300) throw new VisitFailed(`${answer.statusCode} of ${route}`, false)
    const text = await decodeBody(bytes, answer.headers['content-encoding'])
    if (options.endsWith && !text.slice(-2_000).includes(options.endsWith))
      throw new VisitFailed(`incomplete: ${route}`, false)
    tally.answer(route, now - since, bytes.byteLength)
    return text
  } catch (error) {
    if (error instanceof VisitFailed) throw error
    throw new VisitFailed(`${failureOf(error)}: ${route}`, false)
  }
}
