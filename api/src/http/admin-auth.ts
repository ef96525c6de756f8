import { createHash } from 'node:crypto'
import { networkKey } from '../platform/address-keys.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { HttpError, tooManyRequests, unauthorized } from '../platform/errors.ts'
import { createSigner, secretsEqual } from '../platform/signer.ts'
import type { AdminsRepository, FactorsRepository } from '../repositories/users.ts'
import { type AuthPorts, bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'
import { createCounters, type LimitPorts, type RequestRule } from './rate-limit.ts'
import { type OwnCookie, setCookie } from './response-headers.ts'
import { ownOrigin } from './security-headers.ts'

export const ADMIN_COOKIE = 'propsight-admin'
/** Counted from the exchange of the key; use does not extend it. */
const SESSION_MS = 30 * 60_000
const COOKIE: OwnCookie = {
  name: ADMIN_COOKIE,
  path: '/api',
  sameSite: 'strict',
  maxAgeMs: SESSION_MS,
}
const EXPIRES = /^\d{13}$/
const ID = /^[\da-f-]{36}$/

interface CookiePorts {
  readonly env: Pick<ApiEnv, 'ADMIN_KEY' | 'PUBLIC_URL' | 'SUPABASE_SECRET_KEY' | 'TRUST_PROXY'>
}
interface SessionPorts extends CookiePorts {
  readonly repositories: {
    readonly admins: Pick<AdminsRepository, 'beginSession' | 'endSession' | 'hasSession'>
  }
}

/** The signing purpose contains a hash of the key: a new `ADMIN_KEY` ends every session of the old one. */
function signerOf({ env }: CookiePorts) {
  if (env.ADMIN_KEY === undefined) return null
  const key = createHash('sha256').update(env.ADMIN_KEY).digest('base64url')
  return createSigner(env.SUPABASE_SECRET_KEY, `admin session 1 ${key}`)
}

/**
 * Begins an admin session after the key was verified. The cookie names a row of the database, so that the end
 * of the session also ends copies of the cookie.
 * @returns the end of the session
 */
export async function beginAdminSession(ctx: ApiContext, deps: SessionPorts): Promise<Date> {
  const expires = new Date(Date.now() + SESSION_MS)
  const signer = signerOf(deps)
  if (!signer) throw new Error('no admin key is configured')
  const text = `${expires.getTime()}.${await deps.repositories.admins.beginSession(expires)}`
  setCookie(ctx, deps, COOKIE, `${text}.${signer.sign(text)}`)
  return expires
}

/** Id and end of the session that the cookie names; null if the cookie is missing, forged or expired. */
function readCookie(ctx: ApiContext, deps: CookiePorts): { id: string; end: Date } | null {
  const [expires = '', id = '', signature = '', ...more] = ctx.cookies.get(ADMIN_COOKIE)?.split('.') ?? []
  if (more.length > 0 || !EXPIRES.test(expires) || !ID.test(id) || Number(expires) <= Date.now()) return null
  return signerOf(deps)?.verifies(`${expires}.${id}`, signature)
    ? { id, end: new Date(Number(expires)) }
    : null
}

/**
 * Removes the cookie of the session of this request and ends the session, if there is one. The cookie is removed
 * first, so that the response removes it also when the database fails.
 */
export async function endAdminSession(ctx: ApiContext, deps: SessionPorts): Promise<void> {
  const session = readCookie(ctx, deps)
  setCookie(ctx, deps, COOKIE, null)
  if (session) await deps.repositories.admins.endSession(session.id)
}

/**
 * The end of this request's session; null without one, and for one that is forged, expired, ended or of an
 * earlier key.
 */
export async function adminSessionEnd(ctx: ApiContext, deps: SessionPorts): Promise<Date | null> {
  const session = readCookie(ctx, deps)
  return session && (await deps.repositories.admins.hasSession(session.id)) ? session.end : null
}

/**
 * Whether a page of this site sends the request. `SameSite=Strict` ensures the same in browsers that support
 * it. Over plain http, browsers send neither header with a GET: it changes nothing, and no other site can
 * read the response.
 */
function isOwnPage(ctx: ApiContext, { env }: CookiePorts): boolean {
  const site = ctx.get('sec-fetch-site')
  const origin = ctx.get('origin')
  if (site !== '') return site === 'same-origin' || site === 'none'
  if (origin !== '') return origin === ownOrigin(ctx, env) || origin === env.PUBLIC_URL
  return ctx.method === 'GET' || ctx.method === 'HEAD'
}

/** @throws HttpError 403 for a request of another site's page */
export function requireOwnPage(ctx: ApiContext, deps: CookiePorts): void {
  if (isOwnPage(ctx, deps)) return
  throw new HttpError(403, 'FORBIDDEN', 'Only a page of this site may use this session')
}

/**
 * The fifth wrong key or token of an address locks it, since the admin key is chosen by people and can be
 * guessed.
 */
const LOCK_SECONDS = 15 * 60
const WRONG_KEYS: RequestRule = {
  name: 'deploy-keys',
  points: 4,
  seconds: LOCK_SECONDS,
  blockSeconds: LOCK_SECONDS,
  by: 'address',
}

interface KeyPorts extends LimitPorts {
  readonly env: Pick<ApiEnv, 'ADMIN_KEY'>
}

/** The last pending guess of each address, of IPv6 of each /48. */
const pendingGuesses = new Map<string, Promise<unknown>>()

/** Checks the guesses of an address one after the other: a hundred parallel ones would all pass the lock. */
async function serializeGuesses<T>(address: string, guess: () => Promise<T>): Promise<T> {
  const result = (pendingGuesses.get(address) ?? Promise.resolve()).then(guess)
  const settled = result.catch(() => undefined)
  pendingGuesses.set(address, settled)
  try {
    return await result
  } finally {
    if (pendingGuesses.get(address) === settled) pendingGuesses.delete(address)
  }
}

/** @throws HttpError 429 while the address is locked */
export async function refuseLocked(deps: KeyPorts, ctx: ApiContext): Promise<void> {
  for (const { rule, key } of createCounters(ctx, WRONG_KEYS)) {
    const { allowed, retryAfterSeconds } = await deps.limits.peek(rule, key)
    if (allowed) continue
    deps.metrics.limited.inc({ rule: rule.name })
    throw tooManyRequests(retryAfterSeconds, 'Too many wrong keys or tokens')
  }
}

/** Logs a refusal, never the rejected key or token. @returns the refusal, to be thrown */
export function logRefusal(ctx: ApiContext, refusal: HttpError): HttpError {
  ctx.state.log.warn({ address: ctx.ip, reason: refusal.message }, 'an admin key or deploy token was refused')
  return refusal
}

export const isAdminKey = ({ env }: Pick<KeyPorts, 'env'>, key: string): boolean =>
  env.ADMIN_KEY !== undefined && secretsEqual(key, env.ADMIN_KEY)

/**
 * Admits the admin key; anything else counts as a guess.
 * @param words message of the refusal
 * @throws HttpError 401, 429 while the address is locked
 */
export async function requireKey(deps: KeyPorts, ctx: ApiContext, key: string, words: string): Promise<void> {
  await serializeGuesses(networkKey(ctx.ip), async () => {
    await refuseLocked(deps, ctx)
    if (isAdminKey(deps, key)) return
    for (const { rule, key } of createCounters(ctx, WRONG_KEYS)) await deps.limits.consume(rule, key)
    throw logRefusal(ctx, unauthorized(words))
  })
}

/** Actor of the audit log for a request with the admin key. */
export const KEY_ACTOR = 'admin key'
/**
 * The shape of a JSON Web Token. Its signature cannot be guessed, so such a token does not count as a wrong
 * key.
 */
const SESSION_TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

export type AdminAuthPorts = KeyPorts &
  AuthPorts &
  SessionPorts & {
    readonly env: Pick<ApiEnv, 'ADMIN_REQUIRE_TOTP'>
    readonly repositories: {
      readonly admins: Pick<AdminsRepository, 'isAdmin'>
      readonly factors: Pick<FactorsRepository, 'read'>
    }
  }

export interface Admin {
  /** Actor of the audit log: 'admin key', or the user's id. */
  actor: string
  /** Null for the key. */
  userId: string | null
}

const KEY_ADMIN: Admin = { actor: KEY_ACTOR, userId: null }

/** Messages of a refusal: which bearer token is expected, and that the sent one is wrong. */
export interface RefusalMessages {
  expected: string
  wrong: string
}
const DEFAULT_MESSAGES: RefusalMessages = {
  expected: "the admin key or an administrator's session",
  wrong: 'The admin key is not correct',
}

/** An administrator's account and session. */
export interface AdminAccount {
  id: string
  email: string
  sessionId: string
}

/**
 * The account of a token whose user has the role of an administrator, whether or not the session has passed
 * the second factor.
 * @throws HttpError 401, 403
 */
export async function requireAdminAccount(deps: AdminAuthPorts, token: string): Promise<AdminAccount> {
  const { id, email, sessionId } = await deps.tokens.verify(token)
  if (sessionId !== undefined && (await deps.repositories.admins.isAdmin(id, sessionId)))
    return { id, email, sessionId }
  throw new HttpError(403, 'FORBIDDEN', 'This account is not an administrator')
}

/** The administrator of a user's token, or the error to throw when no other credential admits the request. */
async function authenticateAdmin(deps: AdminAuthPorts, token: string): Promise<Admin | HttpError> {
  try {
    const { id, sessionId } = await requireAdminAccount(deps, token)
    const { enrolled, passed } = await deps.repositories.factors.read(id, sessionId)
    if (enrolled ? passed : !deps.env.ADMIN_REQUIRE_TOTP) return { actor: id, userId: id }
    const message = enrolled
      ? 'Enter the code of your authenticator first'
      : 'Administrators need a second factor here. Set one up first.'
    return new HttpError(403, 'SECOND_FACTOR', message)
  } catch (error) {
    // An invalid token, or a self-excluded user. Any other failure says nothing about this user.
    if (error instanceof HttpError && error.status < 500) return error
    throw error
  }
}

/**
 * Admits administrators: by the token of an administrator, by the cookie of an admin session, or by the admin
 * key. One of them suffices. Reads headers only. A user's token never counts as a guess of the key.
 * @returns the actor for the audit log
 * @throws HttpError 401, 403 (not an administrator, or the cookie was sent by a page of another site), 429
 * while the address is locked after wrong keys
 */
export async function requireAdmin(
  deps: AdminAuthPorts,
  ctx: ApiContext,
  messages = DEFAULT_MESSAGES,
): Promise<Admin> {
  const token = bearerToken(ctx)
  const isSession = token !== null && SESSION_TOKEN.test(token)
  const person = isSession ? await authenticateAdmin(deps, token) : null
  if (person && !(person instanceof HttpError)) return person
  if (await adminSessionEnd(ctx, deps)) {
    requireOwnPage(ctx, deps)
    return KEY_ADMIN
  }
  if (token === null) {
    await refuseLocked(deps, ctx)
    throw unauthorized(`Send ${messages.expected} as 'Authorization: Bearer …'`)
  }
  if (person && !isAdminKey(deps, token)) throw person
  if (!person) await requireKey(deps, ctx, token, messages.wrong)
  return KEY_ADMIN
}
