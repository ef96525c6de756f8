import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import { CommandFailure, EXIT, failed } from '../failure.ts'
import type { Connection } from './connection.ts'
import { refusal } from './refusal-failure.ts'

const READ_TIMEOUT_MS = 10_000
/**
 * Statuses of a proxy, or of a service that restarts. They are retried, because they do not answer the
 * request.
 */
const PASSING = new Set([502, 503, 504])

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Called for each attempt, because a form can be sent only once. */
  form?: () => FormData
  timeoutMs?: number
}

export interface ApiClient {
  readonly connection: Connection
  /** Number of retries so far, each after a lost answer. */
  lost(): number
  /**
   * Sends a request, and once more if the answer was lost. The request must therefore be idempotent.
   * @throws CommandFailure with the exit code of the answer
   */
  ask<T>(path: string, schema: z.ZodType<T>, request?: ApiRequest): Promise<T>
}

/** A complete answer with any status; the caller interprets it. */
interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return 'no answer in time'
  const code = 'code' in cause ? String(cause.code) : ''
  return (
    { ECONNREFUSED: 'nothing listens there', ENOTFOUND: 'there is no such host' }[code] ??
    (code || cause.message)
  )
}

export function createApiClient(
  connection: Connection,
  { signal, retryMs, onRetry }: { signal: AbortSignal; retryMs: number; onRetry(reason: string): void },
): ApiClient {
  const once = async (path: string, request: ApiRequest): Promise<RawAnswer> => {
    const { method = 'GET', body, form, timeoutMs = READ_TIMEOUT_MS } = request
    const headers: Record<string, string> = { accept: 'application/json' }
    if (connection.credential !== null) headers.authorization = `Bearer ${connection.credential}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const payload = form?.() ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(connection.url + path, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
      // Following a redirect could drop the body or send the token to another host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  let lost = 0
  const twice = async (path: string, request: ApiRequest): Promise<RawAnswer> => {
    let reason: string
    try {
      const answer = await once(path, request)
      if (!PASSING.has(answer.status)) return answer
      reason = `it answered ${answer.status}`
    } catch (error) {
      if (signal.aborted) throw error
      reason = causeOf(error)
    }
    lost += 1
    onRetry(reason)
    await wait(retryMs * (0.75 + Math.random() / 2), undefined, { signal })
    try {
      return await once(path, request)
    } catch (error) {
      if (signal.aborted) throw error
      throw new CommandFailure(
        EXIT.unreachable,
        `${connection.url} cannot be reached: ${causeOf(error)}. Is it up, and is the address right?`,
      )
    }
  }

  return {
    connection,
    lost: () => lost,
    async ask(path, schema, request = {}) {
      const answer = await twice(path, request)
      if (answer.status < 200 || answer.status >= 300) throw refusal(connection, answer)
      const parsed = schema.safeParse(answer.status === 204 ? undefined : json(answer.text))
      if (parsed.success) return parsed.data
      throw failed(
        `${connection.url}${path} answers something that this command does not understand. Is it a Propsight API, and of this version?`,
      )
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
