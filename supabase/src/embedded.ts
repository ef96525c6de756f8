import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { App } from '@supabase/lite'
import type postgres from 'postgres'
import { answerInTurn, hideAccount } from './embedded/account-privacy.ts'
import {
  callSignUpHook,
  checkPassword,
  endOtherSessions,
  releaseAddress,
  takeReservation,
} from './embedded/auth-rules.ts'
import { type CallContext, callContext, captureConsoleErrors, fixWarnings } from './embedded/call-context.ts'
import { checkRequest, type TextColumns } from './embedded/check-request.ts'
import { openConnection } from './embedded/connection.ts'
import {
  correctRedirect,
  correctResponse,
  dropForeignRedirect,
  listOrigins,
  refusal,
  refuseForeignLocation,
  restrictCors,
  unavailable,
} from './embedded/errors.ts'
import { createMailDriver, MAIL_TEMPLATES, prepareVerify } from './embedded/mail-links.ts'
import { createPasswordQueue } from './embedded/password-queue.ts'
import {
  assertRights,
  migrate,
  PLATFORM_SQL,
  readTextColumns,
  withBootLock,
} from './embedded/prepare-database.ts'
import { recordSession, requireProof } from './embedded/reauthentication.ts'
import { createRefreshQueue } from './embedded/refresh-queue.ts'
import type { EmbeddedOptions } from './embedded/types.ts'
import { checkUserRequest, ownerOf, refuseForeignToken } from './embedded/user-requests.ts'

/**
 * Waits for work up to a time limit.
 * @throws Error on timeout; the work is not stopped, and its result is ignored
 */
export function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export { signMailToken } from './embedded/mail-links.ts'
export type { EmbeddedOptions, Mail } from './embedded/types.ts'

type OnWait = CallContext['onWait']
/** Only the spelling of a path that the checks and the rate limits know: the service itself also accepts `%76erify`. */
const SERVED = /^\/(auth|rest)\/v1(\/|(\/[\w.-]+)*)$/
const SESSION_SECONDS = 3_600
const SESSION_MAX_HOURS = 720
const SESSION_IDLE_HOURS = 168
const CLOSE_SECONDS = 2
const CALL_MS = 10_000

export interface EmbeddedSupabase {
  /**
   * Answers a request below `/auth/v1` or `/rest/v1` within `callMs`; with 503 when the database does not
   * respond.
   * @param onWait called with true when the request has to wait for other requests, and with
   *   false when that wait ends
   */
  handle(request: IncomingMessage, response: ServerResponse, onWait?: (waits: boolean) => void): void
  /** Like `handle`, without the network. */
  fetch(request: Request): Promise<Response>
  /** The database with the rights of its owner, for tests and commands of operators. */
  sql: postgres.Sql
  close(): Promise<void>
}

type Opened = Awaited<ReturnType<typeof openConnection>>

/** The data service with the settings of this product. */
function createApp(connection: Opened['connection'], options: EmbeddedOptions): App {
  const { onMail, jwtSecret } = options
  const email = createMailDriver({
    onMail,
    secret: jwtSecret,
    redirectTo: () => callContext.getStore()?.redirectTo ?? null,
  })
  return new App({
    connection,
    api: { schemas: ['public'] },
    auth: {
      enabled: true,
      site_url: options.siteUrl ?? options.origin,
      additional_redirect_urls: options.redirectAllow ?? [],
      jwt_secret: jwtSecret,
      jwt_expiry: SESSION_SECONDS,
      enable_signup: true,
      enable_refresh_token_rotation: true,
      // A refresh after these limits is refused.
      sessions: {
        timebox: `${options.sessionMaxHours ?? SESSION_MAX_HOURS}h`,
        inactivity_timeout: `${options.sessionIdleHours ?? SESSION_IDLE_HOURS}h`,
      },
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      email: {
        enable_signup: true,
        enable_confirmations: false,
        double_confirm_changes: false,
        otp_expiry: SESSION_SECONDS,
        // Few enough digits to type. Guesses are limited for each address, and links are signed.
        otp_length: 6,
        template: MAIL_TEMPLATES,
      },
    },
    // The studio would serve its pages from the origin of the product.
    studio: { enabled: false },
    options: { drivers: { email }, server: { admin: false } },
  })
}

/**
 * Prepares the database once for all instances: applies the migrations and checks the rights.
 * @returns the text columns of the tables
 * @throws Error when a migration fails, or users have rights that they must not have
 */
async function prepareDatabase(
  { databaseUrl, catalogue, log = () => {} }: EmbeddedOptions,
  app: App,
  connection: Opened['connection'],
): Promise<TextColumns> {
  const sql: postgres.Sql = connection.driver
  const known = catalogue?.current
  let isCurrent = known !== undefined
  if (isCurrent) Object.assign(connection, { introspection: known })
  const textColumns = await withBootLock(databaseUrl, async () => {
    await app.init()
    await app.ensureSystemSchema()
    await sql.unsafe(PLATFORM_SQL)
    const added = await migrate(sql)
    if (added.length > 0) {
      isCurrent = false
      log(`applied ${added.length} migrations`)
    }
    await assertRights(sql)
    return readTextColumns(sql)
  })
  // Each of the first requests of users would read the whole catalogue otherwise, one beside the other.
  await connection.clearSchemaCache()
  if (isCurrent) Object.assign(connection, { introspection: known })
  const current = await connection.introspect({ useCache: true })
  if (catalogue) catalogue.current = current
  return textColumns
}

/** What answers need. */
interface Serving {
  options: EmbeddedOptions
  app: App
  leases: Opened['leases']
  textColumns: TextColumns
  passwords: ReturnType<typeof createPasswordQueue>
  refreshInTurn: ReturnType<typeof createRefreshQueue>
  allowed: ReturnType<typeof listOrigins>
}

/** Checks a call, answers it by the data service, and corrects the answer. */
async function answer(
  { options, app, leases, textColumns, passwords, refreshInTurn, allowed }: Serving,
  request: Request,
  peerAddress: string | null,
  context: CallContext,
): Promise<Response> {
  const { origin, jwtSecret, passwordRule = () => null, log = () => {} } = options
  context.owner = ownerOf(request, options.secretKey)
  const unavailableQuery = context.owner === null ? null : checkUserRequest(request)
  if (unavailableQuery) return unavailableQuery
  const admitted = await checkRequest(request, textColumns)
  if (admitted instanceof Response) return admitted
  const prepared = prepareVerify(admitted, jwtSecret)
  if (prepared instanceof Response) return prepared
  const { call, json } = prepared
  const refused =
    refuseForeignToken(call, `${origin}/auth/v1`) ??
    checkPassword(call, json, passwordRule) ??
    (await requireProof(leases, call, json, jwtSecret, passwords))
  if (refused) return refused
  const response = await hideAccount(call, async () => {
    const rejected = await callSignUpHook(leases, call, json)
    if (rejected) return rejected
    const forwarded = takeReservation(call, json)
    context.reservation = forwarded.reservation
    const serve = () => callContext.run(context, async () => app.fetch(forwarded.call, { peerAddress }))
    const refreshed = await refreshInTurn(context, { call, json }, serve)
    return refreshed ?? answerInTurn(leases, passwords, { call, json }, serve, context.onWait ?? (() => {}))
  })
  await recordSession(leases, call, response, jwtSecret, log)
  await endOtherSessions(leases, call, json, response.status)
  const failure = await releaseAddress(leases, call, json, context.failure)
  return (
    correctResponse(failure, response.status, new URL(call.url).pathname) ??
    correctRedirect(failure, response) ??
    refuseForeignLocation(response, allowed)
  )
}

/**
 * Starts the data service inside this process, on PostgreSQL: auth, tables and functions with the API of
 * hosted Supabase. Applies the migrations first; several instances may start at once.
 * @throws Error when the database does not respond, a migration fails, or users have rights that they must
 * not have
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedSupabase> {
  process.env.DO_NOT_TRACK = '1'
  process.env.LITE_TELEMETRY = '0'
  captureConsoleErrors()
  fixWarnings()
  const { origin, redirectAllow = [], log = () => {}, callMs = CALL_MS } = options
  const { connection, leases } = await openConnection(options.databaseUrl, callMs)
  const sql: postgres.Sql = connection.driver
  const app = createApp(connection, options)
  const close = () => sql.end({ timeout: CLOSE_SECONDS })
  const textColumns = await prepareDatabase(options, app, connection).catch(async (error: unknown) => {
    await close()
    throw error
  })

  const passwords = createPasswordQueue()
  const refreshInTurn = createRefreshQueue(leases, callMs)
  const allowed = listOrigins([origin, options.siteUrl ?? origin, ...redirectAllow])
  const service = { options, app, leases, textColumns, passwords, refreshInTurn, allowed }
  const answerInTime = async (
    call: Request,
    peerAddress: string | null,
    onWait?: OnWait,
  ): Promise<Response> => {
    const url = new URL(call.url)
    if (!SERVED.test(url.pathname)) return refusal(404, 'not_found', 'Not found')
    if (call.method === 'OPTIONS') return new Response(null, { status: 204 })
    const redirectTo =
      call.method !== 'GET' && url.pathname.startsWith('/auth/v1/')
        ? url.searchParams.get('redirect_to')
        : null
    try {
      return await withinTime(answer(service, call, peerAddress, { redirectTo, log, onWait }), callMs)
    } catch (error) {
      log(`the data service could not answer: ${error instanceof Error ? error.message : error}`)
      return unavailable()
    }
  }
  const serve = async (request: Request, peerAddress: string | null, onWait?: OnWait): Promise<Response> => {
    const call = dropForeignRedirect(request, allowed)
    return restrictCors(await answerInTime(call, peerAddress, onWait), call.headers.get('origin'), allowed)
  }
  const listenerOf = (onWait?: OnWait) =>
    getRequestListener(
      (call, { incoming }) =>
        serve(call, 'socket' in incoming ? (incoming.socket.remoteAddress ?? null) : null, onWait),
      { overrideGlobalObjects: false },
    )
  return {
    handle: (incoming, outgoing, onWait) => void listenerOf(onWait)(incoming, outgoing),
    fetch: (call) => serve(call, '127.0.0.1'),
    sql,
    close,
  }
}
