import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { TimeoutStrategy, timeout } from 'cockatiel'
import { Agent, errors, request } from 'undici'
import { runSlice } from '../concurrency/event-loop.ts'
import type { Timer } from '../timer.ts'
import { UpstreamError, type UpstreamFailure } from './upstream-error.ts'

const KEEP_ALIVE_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const USER_AGENT = 'propsight'

export interface HttpRequest {
  /** Name of the service, shown to users. */
  service: string
  /** Complete address with an encoded query. */
  url: string
  /** `Accept` header; `application/json` by default. */
  accept?: string | undefined
  /** Time limit for the whole response, including its body. */
  timeoutMs: number
  /** Maximum size of the decompressed body. */
  maxBytes: number
  /** Called once with the headers of an answer, whatever its status. */
  onHeaders?: ((headers: IncomingHttpHeaders) => void) | undefined
}

/** HTTP client for GET requests to all services, with limits on time and size. */
export interface HttpClient {
  /**
   * Sends one GET request. Redirects are not followed.
   * @returns the parsed JSON of a 200 response
   * @throws UpstreamError
   */
  get(request: HttpRequest): Promise<unknown>
  /** Closes the connections. Running requests fail. */
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

/** @param clock reads dates of `Retry-After` headers */
export function createHttpClient(clock: Pick<Timer, 'now'>): HttpClient {
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, keepAliveTimeout: KEEP_ALIVE_MS })

  const send = async (
    { service, url, accept = 'application/json', maxBytes, onHeaders }: HttpRequest,
    signal: AbortSignal,
  ): Promise<string> => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { accept, 'accept-encoding': 'gzip', 'user-agent': USER_AGENT },
      signal,
    })
    onHeaders?.(headers)
    if (statusCode !== 200) {
      await body.dump({ limit: 64 * 1024 }).catch(() => undefined)
      throw new UpstreamError({
        service,
        failure: failureOf(statusCode),
        status: statusCode,
        retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
      })
    }
    return headers['content-encoding'] === 'gzip'
      ? await pipeline(body, createGunzip(), (unpacked: AsyncIterable<Uint8Array>) =>
          readText(unpacked, maxBytes),
        )
      : await readText(body, maxBytes)
  }
  const receive = async (httpRequest: HttpRequest): Promise<string> => {
    const limit = timeout(httpRequest.timeoutMs, {
      strategy: TimeoutStrategy.Cooperative,
      abortOnReturn: false,
    })
    try {
      return await limit.execute(({ signal }) => send(httpRequest, signal))
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause
      const failure = cause instanceof TooLarge ? 'unreadable' : 'away'
      throw new UpstreamError({ service: httpRequest.service, failure, cause })
    }
  }

  return {
    async get(httpRequest) {
      const text = await receive(httpRequest)
      try {
        // After the time limit: the wait for other slices is not the service's.
        return await runSlice(() => JSON.parse(text))
      } catch (cause) {
        throw new UpstreamError({ service: httpRequest.service, failure: 'unreadable', cause })
      }
    },
    close: async () => {
      await agent.destroy(new errors.ClientDestroyedError())
    },
  }
}
