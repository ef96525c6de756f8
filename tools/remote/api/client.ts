import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkReportSchema, errorEnvelopeSchema } from '@propsight/shared/contracts'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import * as z from 'zod'
import { resolveTypedPath } from '../../lib/environment.ts'
import { findRunningStart } from '../../start/running-start.ts'
import { ROOT } from '../../start/start-settings.ts'
import { CommandFailure, EXIT, type ExitCode, failed, usage } from '../failure.ts'

export interface ConnectionOptions {
  api?: string | undefined
  token?: string | undefined
  tokenFile?: string | undefined
}

export interface Connection {
  /** Origin of the API, without a trailing slash. */
  url: string
  /** Deploy token or admin key; null when none was found. */
  credential: string | null
  /** For the message of a refusal: the source of the credential, or how to provide one. */
  credentialFrom: string
  /** The option that names the file of the credential, for a further command. */
  fileOption?: string
}

const HOW_TO_SET_TOKEN =
  'set PROPSIGHT_TOKEN to a deploy token (or the admin key), or name a file with --token-file'
/** The characters allowed in an HTTP header; any other character is a copying mistake. */
const PRINTABLE = /^[\x21-\x7e]+$/

const homeOf = (env: NodeJS.ProcessEnv): string => resolve(env.PROPSIGHT_HOME ?? join(ROOT, '.propsight'))

function parseUrl(text: string, from: string): string {
  // Not URL.parse: the kit for other repositories runs with Node 20.
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usage(`${from} must be an address such as https://propsight.example; got '${text}'`)
  if (url.username || url.password)
    throw usage(`${from} must contain no user name and no password; ${HOW_TO_SET_TOKEN}`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function readToken(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): { value: string; from: string } | null {
  const checked = (value: string, from: string) => {
    const trimmed = value.trim()
    if (!PRINTABLE.test(trimmed)) throw usage(`${from} contains no token`)
    return { value: trimmed, from }
  }
  if (options.tokenFile !== undefined) {
    let text: string
    try {
      text = readFileSync(resolveTypedPath(options.tokenFile, env), 'utf8')
    } catch {
      throw usage(`--token-file: ${options.tokenFile} cannot be read`)
    }
    return checked(text, options.tokenFile)
  }
  if (options.token !== undefined) return checked(options.token, '--token')
  return env.PROPSIGHT_TOKEN ? checked(env.PROPSIGHT_TOKEN, 'PROPSIGHT_TOKEN') : null
}

/**
 * Finds the API of a command and its credential. The address is `--api`, PROPSIGHT_API, or the running `npm
 * start` of this folder. The admin key of a local start is sent only to that start.
 * @returns null when no address is given and no start is running
 * @throws CommandFailure usage when an address or a token file is invalid
 */
export async function findConnection(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Connection | null> {
  const home = homeOf(env)
  const local = await findRunningStart(home)
  const named = options.api ?? env.PROPSIGHT_API
  const url = named
    ? parseUrl(named, options.api === undefined ? 'PROPSIGHT_API' : '--api')
    : local && parseUrl(local.url, join(home, 'running.json'))
  if (!url) return null
  const token = readToken(options, env)
  if (token)
    return {
      url,
      credential: token.value,
      credentialFrom: `the token from ${token.from}`,
      ...(options.tokenFile === undefined ? {} : { fileOption: ` --token-file '${options.tokenFile}'` }),
    }
  if (local && new URL(url).origin === new URL(local.url).origin) {
    const credential = env.ADMIN_KEY ?? loadOrCreateSecrets(home).adminKey
    return { url, credential, credentialFrom: 'the admin key of the local start' }
  }
  return { url, credential: null, credentialFrom: HOW_TO_SET_TOKEN }
}

/** Like `findConnection`, for commands that require an API. @throws CommandFailure unreachable without one */
export async function requireConnection(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Connection> {
  const connection = await findConnection(options, env)
  if (connection) return connection
  throw new CommandFailure(
    EXIT.unreachable,
    'No Propsight is running from this folder. Start it with npm start, or name another one with --api URL or PROPSIGHT_API.',
  )
}

/** Whether the credential would be sent unencrypted over a network; loopback does not count. */
export function isSentUnencrypted({ url, credential }: Connection): boolean {
  const { protocol, hostname } = new URL(url)
  return credential !== null && protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname)
}

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
