import * as z from '@propsight/shared/schema'
import type { ApiClient, ApiRequest } from '../contracts/remote-contract.ts'
import { ApiError, connectionError, SERVER_ERROR_MESSAGE, toApiError } from './api-error.ts'
import type { Logger } from './logger.ts'

/**
 * Yields the values of an `application/x-ndjson` body, one per line, as the lines arrive. Chunk boundaries
 * may be anywhere, also inside a character. Leaving the loop early cancels the body.
 * @throws SyntaxError when a line, the last one included, is not JSON
 */
export async function* readNdjson(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += value ? decoder.decode(value, { stream: !done }) : decoder.decode()
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const text = z.string().min(1).optional().catch(undefined)
const loose = z.object({ message: text, error: text, code: text, requestId: text }).catch({})

/**
 * Converts an error response to an `ApiError`. Its text is the body's `message`, else `error`, else 'Server
 * error occurred'.
 */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = loose.parse(await response.json().catch(() => null))
  return new ApiError(
    body.message ?? body.error ?? SERVER_ERROR_MESSAGE,
    response.status,
    body.code ?? 'SERVER_ERROR',
    body.requestId ?? response.headers.get('x-request-id'),
    Number.parseInt(response.headers.get('retry-after') ?? '', 10) || null,
  )
}

/** Timeout of the health check in milliseconds (N13). */
export const HEALTH_TIMEOUT_MS = 5_000

/** Returns whether the server answers `GET /health` with status 200 within 5 s. Never throws. */
export async function checkHealth(baseUrl: string, send: typeof fetch = fetch): Promise<boolean> {
  try {
    const response = await send(`${baseUrl}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    return response.status === 200
  } catch {
    return false
  }
}

/** Random hex digits, 8 per part. */
export const randomHex = (parts: number): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(parts)), (part) =>
    part.toString(16).padStart(8, '0'),
  ).join('')

/** A call with the trace id of the remote that sends it, which the shell adds. */
export interface TracedRequest extends ApiRequest {
  trace?: string | undefined
}

const JSON_TYPE = 'application/json'

/** Default timeout of a call to the server, in milliseconds (N13). */
export const SERVER_TIMEOUT_MS = 300_000

export interface ApiClientOptions {
  /** Origin of the API without a trailing slash; empty means the page's own. */
  baseUrl: string
  /** Returns the session's access token, null without a session. Called before every request. */
  getToken(): Promise<string | null>
  fetch?: typeof fetch
  log?: Logger
  /** Called with every `ApiError` that is thrown, because some mean that the session has ended. */
  onFailure?(error: ApiError): void
}

function address(baseUrl: string, path: string, query: ApiRequest['query']): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return `${baseUrl}${path}${text ? `?${text}` : ''}`
}

/** Upper bound of the body with `keepalive`, in characters. Browsers allow 64 KiB for all such requests of a page. */
const MAX_KEEPALIVE_LENGTH = 30_000

/** Method, headers, body and time limit of a call. */
function requestInit(call: TracedRequest, accept: string, token: string | null): RequestInit {
  const headers: Record<string, string> = { accept }
  if (token) headers.authorization = `Bearer ${token}`
  if (call.trace) headers.traceparent = `00-${call.trace}-${randomHex(2)}-01`
  const form = call.body instanceof FormData ? call.body : null
  // The browser sets the content type of a form, because it includes the generated multipart boundary.
  if (call.body !== undefined && !form) headers['content-type'] = JSON_TYPE
  const body = form ?? JSON.stringify(call.body)
  const timeout = AbortSignal.timeout(call.timeoutMs ?? SERVER_TIMEOUT_MS)
  return {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers,
    signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    // A write of a hidden page must survive the closing of the page.
    keepalive:
      accept === JSON_TYPE &&
      typeof body === 'string' &&
      body.length < MAX_KEEPALIVE_LENGTH &&
      globalThis.document?.hidden,
    ...(body !== undefined && { body }),
  }
}

/**
 * Creates a client of the product's API. Failures are thrown as `ApiError`, mapped as in row N7. A call
 * aborted by the caller's own signal throws that signal's reason instead.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, getToken, fetch: send = (...args) => fetch(...args), log, onFailure } = options

  async function request(path: string, call: TracedRequest, accept: string) {
    const init = requestInit(call, accept, await getToken())
    const response = await send(address(baseUrl, path, call.query), init).catch(() => {
      throw connectionError()
    })
    if (!response.ok) throw await errorFromResponse(response)
    return response
  }

  /**
   * Returns the error to throw: the reason of the caller's abort, else an `ApiError`. A truncated body counts
   * as a lost connection.
   */
  function failure(path: string, call: ApiRequest, thrown: unknown): unknown {
    if (call.signal?.aborted) return call.signal.reason
    const broken =
      thrown instanceof TypeError || (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    const error = broken ? connectionError() : toApiError(thrown)
    log?.('api', path, error.status, error.code, error.requestId)
    onFailure?.(error)
    return error
  }

  return {
    async json(path, call: TracedRequest = {}) {
      try {
        const response = await request(path, call, JSON_TYPE)
        return response.status === 204 ? null : await response.json()
      } catch (thrown) {
        throw failure(path, call, thrown)
      }
    },
    async *stream(path, call: TracedRequest = {}) {
      try {
        const response = await request(path, call, 'application/x-ndjson')
        if (!response.body) throw new ApiError('The answer has no body', response.status, 'UNKNOWN_ERROR')
        yield* readNdjson(response.body)
      } catch (thrown) {
        throw failure(path, call, thrown)
      }
    },
  }
}
