import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Agent, errors, request } from 'undici'
import type { Timer } from '../timer.ts'
import { UpstreamError, type UpstreamFailure } from './upstream-error.ts'

const KEEP_ALIVE_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const USER_AGENT = 'propsight'

interface TransportOptions {
  /** Name shown to users. */
  service: string
  baseUrl: string
  timeoutMs: number
  /** Maximum size of the decompressed body. */
  maxBytes: number
  /** `Accept` header; `application/json` by default. */
  accept?: string
  timer: Timer
}

export interface Transport {
  /**
   * Sends one GET request. Redirects are not followed.
   * @param pathAndQuery starts with `/` and is already encoded
   * @returns the parsed JSON of a 200 response
   * @throws UpstreamError
   */
  get(pathAndQuery: string): Promise<unknown>
  close(): Promise<void>
}

const failureOf = (status: number): UpstreamFailure => {
  if (status === 429) return 'limited'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'unknown'
  return status >= 400 && status < 500 ? 'rejected' : 'away'
}

/** `Retry-After` in milliseconds. The header holds seconds or a date. */
function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, until - now)
}

class TooLarge extends Error {}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** HTTP client for GET requests to one origin, with limits on time and size. */
export function createTransport({
  service,
  baseUrl,
  timeoutMs,
  maxBytes,
  accept = 'application/json',
  timer,
}: TransportOptions): Transport {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  })

  const get = async (pathAndQuery: string): Promise<unknown> => {
    const { statusCode, headers, body } = await request(`${baseUrl}${pathAndQuery}`, {
      dispatcher: agent,
      headers: { accept, 'accept-encoding': 'gzip', 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (statusCode !== 200) {
      await body.dump({ limit: 64 * 1024 }).catch(() => undefined)
      throw new UpstreamError({
        service,
        failure: failureOf(statusCode),
        status: statusCode,
        retryAfterMs: retryAfterMs(headers['retry-after'], timer.now()),
      })
    }
    const text =
      headers['content-encoding'] === 'gzip'
        ? await pipeline(body, createGunzip(), (unpacked: AsyncIterable<Uint8Array>) =>
            readText(unpacked, maxBytes),
          )
        : await readText(body, maxBytes)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new UpstreamError({ service, failure: 'unreadable', cause })
    }
  }

  return {
    async get(pathAndQuery) {
      try {
        return await get(pathAndQuery)
      } catch (cause) {
        if (cause instanceof UpstreamError) throw cause
        const failure = cause instanceof TooLarge ? 'unreadable' : 'away'
        throw new UpstreamError({ service, failure, cause })
      }
    },
    close: async () => {
      await agent.destroy(new errors.ClientDestroyedError())
    },
  }
}
