import { setTimeout as wait } from 'node:timers/promises'
import { checkReportSchema, errorEnvelopeSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { CommandFailure, EXIT, type ExitCode, failed } from '../failure.ts'
import type { Connection } from './connection.ts'

const EXIT_OF_STATUS: Record<number, ExitCode> = {
  401: EXIT.unauthorised,
  403: EXIT.unauthorised,
  409: EXIT.conflict,
  502: EXIT.unreachable,
  503: EXIT.unreachable,
  504: EXIT.unreachable,
}
/** The answer to a refused release contains its report. */
const withReport = z.object({ report: checkReportSchema })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Converts an answer outside 2xx to a failure: the API's message if it has one, and the next step for the
 * user.
 */
export function refusal(
  { url, credential, credentialFrom }: Connection,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): CommandFailure {
  const body = parse(text)
  const envelope = errorEnvelopeSchema.safeParse(body)
  const report = withReport.safeParse(body)
  const details = {
    status,
    ...(envelope.success ? { code: envelope.data.code, requestId: envelope.data.requestId } : {}),
    ...(report.success ? { report: report.data.report } : {}),
  }
  const exitCode = EXIT_OF_STATUS[status] ?? EXIT.failed
  const apiMessage = envelope.success ? envelope.data.message : null
  const fail = (message: string) => new CommandFailure(exitCode, message, details)
  const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

  if (status >= 300 && status < 400)
    return fail(`${url} answers with a redirect to ${headers.get('location') ?? 'nowhere'}: use that address`)
  if (status === 401 || status === 403)
    return credential === null
      ? fail(`${sentence(apiMessage ?? `${url} requires a token`)} No token was sent: ${credentialFrom}.`)
      : fail(`${sentence(apiMessage ?? `${url} answered ${status}`)} The request used ${credentialFrom}.`)
  if (report.success) {
    const errors = report.data.report.findings.filter(({ level }) => level === 'error').length
    return fail(`Not published: ${errors === 1 ? 'one check fails' : `${errors} findings stop it`}`)
  }
  if (apiMessage !== null) return fail(apiMessage)
  return fail(`${url} answered ${status} without an error message. Is it a Propsight API?`)
}

const READ_TIMEOUT_MS = 10_000
/**
 * Statuses of a proxy, or of a service that restarts. They are retried, because they do not answer the
 * request.
 */
const RETRIED_STATUSES = new Set([502, 503, 504])

/**
 * Retries when an API that answered before does not answer, about a minute in all: it restarts. The pause doubles up to
 * `LONGEST_PAUSE` times the first one.
 */
const RETRIES_OF_RESTART = 14
const LONGEST_PAUSE = 8

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
   * Sends a request, and again if the answer was lost: once, or during a minute if this API answered before and
   * therefore restarts. The request must be idempotent.
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

const describeCause = (error: unknown): string => {
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
  const sendOnce = async (path: string, request: ApiRequest): Promise<RawAnswer> => {
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
  let hasAnswered = false
  const sendWithRetry = async (path: string, request: ApiRequest): Promise<RawAnswer> => {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry === (hasAnswered ? RETRIES_OF_RESTART : 1)
      let reason: string
      try {
        const answer = await sendOnce(path, request)
        if (!RETRIED_STATUSES.has(answer.status) || isLast) {
          hasAnswered = true
          return answer
        }
        reason = `it answered ${answer.status}`
      } catch (error) {
        if (signal.aborted) throw error
        reason = describeCause(error)
        if (isLast)
          throw new CommandFailure(
            EXIT.unreachable,
            `${connection.url} cannot be reached: ${reason}. Is it running, and is the address correct?`,
          )
      }
      lost += 1
      onRetry(reason)
      const pauseMs = retryMs * Math.min(2 ** retry, LONGEST_PAUSE)
      await wait(pauseMs * (0.75 + Math.random() / 2), undefined, { signal })
    }
  }

  return {
    connection,
    lost: () => lost,
    async ask(path, schema, request = {}) {
      const answer = await sendWithRetry(path, request)
      if (answer.status < 200 || answer.status >= 300) throw refusal(connection, answer)
      const parsed = schema.safeParse(answer.status === 204 ? undefined : json(answer.text))
      if (parsed.success) return parsed.data
      throw failed(
        `${connection.url}${path} sent an answer that this command does not understand. Is it a Propsight API of the same version?`,
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
