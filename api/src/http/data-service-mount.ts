import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { badRequest, HttpError, notFound } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'
import { openWork } from './limit-work.ts'
import {
  clientKey,
  emailKey,
  enforce,
  enforceForAccount,
  enforceRequest,
  type LimitPorts,
} from './rate-limit.ts'
import { JsonScanner, peekBody } from './request-body.ts'

const MAX_BODY_BYTES = 256 * 1024
/** Values of a body: a hundred picks, which is the most that a client of the product sends at once. */
const MAX_BODY_VALUES = 40_000
/** Arbitrary base URL for parsing: only the path is used. */
const BASE_URL = 'http://tidy'
const PREFIX = /^\/(auth|rest)\/v1\//
const TABLES = /^\/rest\/v1\//

/** Sign-ups of one address. */
export const SIGN_UPS: RateRule = { name: 'auth-sign-up', points: 10, seconds: 3_600 }
/** The embedded service has no limits of its own. These follow the defaults of the hosted service. */
const RULES: { matches: (path: string, grant: string) => boolean; rule: RateRule }[] = [
  {
    matches: (path, grant) => path === SIGN_IN_PATH && grant === 'refresh_token',
    rule: { name: 'auth-refresh', points: 150, seconds: 300 },
  },
  { matches: (path) => path === SIGN_IN_PATH, rule: { name: 'auth-sign-in', points: 30, seconds: 300 } },
  {
    // The response reveals whether an e-mail has an account, like `email-exists`, and has the same limit.
    matches: (path) => path === '/auth/v1/signup',
    rule: SIGN_UPS,
  },
  {
    matches: (path) => /^\/auth\/v1\/(otp|magiclink|recover|resend)$/.test(path),
    rule: { name: 'auth-mail', points: 30, seconds: 3_600 },
  },
  { matches: (path) => path === VERIFY_PATH, rule: { name: 'auth-verify', points: 30, seconds: 300 } },
  { matches: (path) => path.startsWith('/auth/v1/'), rule: { name: 'auth', points: 300, seconds: 60 } },
  { matches: (path) => path.startsWith('/rest/v1/'), rule: { name: 'rest', points: 600, seconds: 60 } },
]

const SIGN_IN_PATH = '/auth/v1/token'
const VERIFY_PATH = '/auth/v1/verify'
/** Calls that send a mail to the address in the body. */
const MAILS = /^\/auth\/v1\/(otp|magiclink|recover|resend|user)$/
/** Per account, since password guesses may come from many addresses. */
const SIGN_IN_EMAIL: RateRule = { name: 'auth-sign-in-email', points: 10, seconds: 300 }
/**
 * Mails per mailbox, from all addresses together. The link of the last mail stays valid for the same hour.
 */
const MAIL_EMAIL: RateRule = { name: 'auth-mail-email', points: 6, seconds: 3_600 }
/** Guesses of a mailed code of six digits, from all addresses together. The link of the mail is not counted. */
const MAIL_CODE: RateRule = { name: 'auth-mail-code', points: 10, seconds: 3_600 }
/** Keeps a patient search of one account's codes below one in ninety a year. */
const MAIL_CODE_DAY: RateRule = { name: 'auth-mail-code-day', points: 30, seconds: 86_400 }
/**
 * Changes of a password and guesses of the current one, by the session that sends them: a stolen session must not find
 * it, and one session must not fill the queue of hashes.
 */
const CURRENT_PASSWORD: RateRule = { name: 'auth-current-password', points: 10, seconds: 300 }
const namingBody = z.object({ email: z.string().max(MAX_BODY_BYTES) })
const hashingBody = z.union([z.object({ current_password: z.string() }), z.object({ password: z.string() })])
const sessionClaims = z.object({ session_id: z.string() })

/** The first rule that matches a call of the data service. */
export function ruleFor(path: string, grant: string): RateRule | null {
  return RULES.find(({ matches }) => matches(path, grant))?.rule ?? null
}

function refuseBadBody(ctx: ApiContext) {
  const length = ctx.get('content-length')
  if (ctx.get('transfer-encoding') !== '') {
    throw new HttpError(411, 'BAD_REQUEST', 'Send the body with its length')
  }
  if (length !== '' && Number(length) > MAX_BODY_BYTES) {
    throw new HttpError(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large')
  }
}

/**
 * The service normalizes the path before routing: `/rest/v1/../../auth/v1/token` and `/auth/v1/%74oken` sign
 * in, too. A path that the service and the rate limits would read differently is refused, and so is NUL,
 * which PostgreSQL cannot store.
 */
function refuseAmbiguousPath(ctx: ApiContext) {
  const tidy = URL.canParse(ctx.url, BASE_URL) ? new URL(ctx.url, BASE_URL).pathname : null
  if (tidy !== ctx.path || ctx.path.includes('%') || ctx.url.includes('%00')) {
    throw badRequest('The address is not valid')
  }
}

/** Decodes like the service, which ignores a byte order mark. */
const utf8 = new TextDecoder()

/** The body as JSON; undefined when it is invalid, which the service refuses itself. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}

/**
 * Key of the session that a token names; null for a token without one, such as the key of all visitors. The service
 * verifies the token, but only its owner knows the id of the session.
 */
function sessionKey(ctx: ApiContext): string | null {
  const claims = parseJson(Buffer.from(ctx.get('authorization').split('.')[1] ?? '', 'base64url'))
  const session = sessionClaims.safeParse(claims).data?.session_id
  return session === undefined ? null : emailKey(`session ${session}`)
}

/**
 * Reads the body, refuses one that is expensive to parse, and puts it back for the service.
 * @throws HttpError 400, 413
 */
async function checkBody(ctx: ApiContext): Promise<Buffer> {
  const body = await peekBody(ctx.req)
  if (!body) throw badRequest('The request ended before its body did')
  new JsonScanner(MAX_BODY_VALUES).push(body)
  return body
}

/** Counts sign-ins, mails and mailed codes against the account named in the body. The e-mail is stored as a hash only. */
async function limitByAccount(deps: LimitPorts, ctx: ApiContext, grant: string, body: Buffer) {
  const signsIn = ctx.path === SIGN_IN_PATH && grant !== 'refresh_token'
  const sendsMail = MAILS.test(ctx.path) && (ctx.method === 'POST' || ctx.method === 'PUT')
  const provesMailbox = ctx.path === VERIFY_PATH && ctx.method === 'POST'
  if (!signsIn && !sendsMail && !provesMailbox) return
  const json = parseJson(body)
  if (ctx.method === 'PUT' && hashingBody.safeParse(json).success) {
    await enforce(deps, CURRENT_PASSWORD, sessionKey(ctx) ?? clientKey(ctx))
  }
  const email = namingBody.safeParse(json).data?.email.trim().toLowerCase()
  if (!email) return
  if (provesMailbox) {
    await enforce(deps, MAIL_CODE, emailKey(email))
    await enforce(deps, MAIL_CODE_DAY, emailKey(email))
  } else if (signsIn) await enforceForAccount(deps, ctx, SIGN_IN_EMAIL, email)
  // All client addresses together, since the mails all go to one mailbox.
  else await enforce(deps, { ...MAIL_EMAIL, name: `${MAIL_EMAIL.name}:${ctx.path}` }, emailKey(email))
}

/** A data service in this process that serves `/auth/v1` and `/rest/v1` on the page's own origin. */
export interface MountedDataService {
  /** @param onWait called when the request starts and ends to wait: for other requests of the same user, or in a queue */
  handle(req: IncomingMessage, res: ServerResponse, onWait: (waits: boolean) => void): void
}

export interface MountPorts extends LimitPorts {
  readonly dataService: MountedDataService | null
}

/**
 * Passes `/auth/v1` and `/rest/v1` to the embedded data service after the rate limits; 404 without an
 * embedded one.
 */
export const dataServiceMount =
  (deps: MountPorts): ApiMiddleware =>
  async (ctx, next) => {
    if (!PREFIX.test(ctx.path)) return next()
    if (!deps.dataService) throw notFound()
    refuseAmbiguousPath(ctx)
    refuseBadBody(ctx)
    const grant = typeof ctx.query.grant_type === 'string' ? ctx.query.grant_type : ''
    const rule = ruleFor(ctx.path, grant)
    if (rule) await enforceRequest(deps, ctx, { ...rule, by: 'address' })
    if (TABLES.test(ctx.path)) await openWork(deps, ctx, sessionKey(ctx))
    await limitByAccount(deps, ctx, grant, await checkBody(ctx))
    ctx.state.route = rule?.name ?? 'data service'
    ctx.respond = false
    // Koa initializes every response with 404.
    ctx.res.statusCode = 200
    deps.dataService.handle(ctx.req, ctx.res, (waits) => {
      ctx.state.isWaiting = waits
    })
  }
