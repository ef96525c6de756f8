import * as z from 'zod'
import type { CallContext } from './call-context.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { ADDRESS_RELEASED, refusal } from './errors.ts'
import { LOCK_ACCOUNT } from './refresh-queue.ts'

const signUpBody = z.object({
  email: z.string().max(254),
  create_user: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
})
const answerSchema = z.object({
  error: z.object({ http_code: z.int().default(403), message: z.string() }).optional(),
})

const PATHS = /^\/auth\/v1\/(signup|otp|magiclink)$/

/**
 * Calls `public.hook_before_user_created` before a request creates an account, like the hosted service. A
 * trigger checks the same rules, but its refusal would reach the client without a message.
 * @param json the request body, parsed as JSON
 * @returns the refusal, or null when the request may continue
 */
export async function callSignUpHook(
  leases: ConnectionPool,
  call: Request,
  json: unknown,
): Promise<Response | null> {
  if (call.method !== 'POST' || !PATHS.test(new URL(call.url).pathname)) return null
  const body = signUpBody.safeParse(json).data
  if (!body || body.create_user === false) return null
  const email = body.email.trim().toLowerCase()
  const event = { metadata: { name: 'before-user-created' }, user: { email, user_metadata: body.data ?? {} } }

  const lease = await leases.reserve()
  try {
    const accounts = await lease.unsafe('select 1 from auth.users where lower(email) = $1', [email])
    if (accounts.length > 0) return null
    const rows = await lease.unsafe('select public.hook_before_user_created($1::text::jsonb) as answer', [
      JSON.stringify(event),
    ])
    const { error } = answerSchema.parse(rows[0]?.answer)
    return error ? refusal(error.http_code, 'hook_payload_rejected', error.message) : null
  } finally {
    lease.release()
  }
}

const reservedBody = z.looseObject({ data: z.looseObject({ reservation: z.string().max(200) }) })

/**
 * Takes the secret of the reservation out of a sign-up, so that it is stored nowhere. The database gets it as
 * a setting (`connection.ts`): the service ignores the metadata of a user that a mailed link creates.
 * @param json the request body, parsed as JSON
 * @returns the request without the secret, and the secret; null for a request that is not a sign-up
 */
export function takeReservation(call: Request, json: unknown): { call: Request; reservation: string | null } {
  if (call.method !== 'POST' || !PATHS.test(new URL(call.url).pathname)) return { call, reservation: null }
  const body = reservedBody.safeParse(json).data
  if (!body) return { call, reservation: '' }
  const { reservation, ...data } = body.data
  const { url, method, headers, signal } = call
  return {
    call: new Request(url, { method, headers, signal, body: JSON.stringify({ ...body, data }) }),
    reservation,
  }
}

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid().nullable().default(null) })

/** The claims of the request's token, which the service has verified. */
const claimsOf = (call: Request) =>
  claimsSchema.parse(
    JSON.parse(Buffer.from(call.headers.get('authorization')?.split('.')[1] ?? '', 'base64url').toString()),
  )

/**
 * Ends all other sessions of an account after its password changed, like the hosted service. Otherwise an
 * intruder would stay signed in.
 * @param json the request body, parsed as JSON
 * @param status status of the service's response
 */
export async function endOtherSessions(
  leases: ConnectionPool,
  call: Request,
  json: unknown,
  status: number,
): Promise<void> {
  if (call.method !== 'PUT' || status !== 200 || !setsPassword(call, json)) return
  const { sub, session_id: own } = claimsOf(call)
  const lease = await leases.reserve()
  try {
    await lease.unsafe('begin')
    await lease.unsafe(LOCK_ACCOUNT, [sub])
    // The refresh tokens of these sessions are deleted with them.
    await lease.unsafe('delete from auth.sessions where user_id = $1 and id is distinct from $2', [sub, own])
    await lease.unsafe('commit')
  } catch (error) {
    await lease.unsafe('rollback').catch(() => undefined)
    throw error
  } finally {
    lease.release()
  }
}

/** Limit of bcrypt, which ignores further bytes: two passwords with the same start would be equal. */
const MAX_PASSWORD_BYTES = 72
export const isPasswordTooLong = (password: string): boolean =>
  Buffer.byteLength(password) > MAX_PASSWORD_BYTES

/** Calls that set a password. */
const SETTERS: Record<string, string> = { POST: '/auth/v1/signup', PUT: '/auth/v1/user' }
const passwordBody = z.object({ password: z.string() })

/** The new password of a call; undefined for a call that sets none. */
const newPasswordOf = (call: Request, json: unknown): string | undefined =>
  SETTERS[call.method] === new URL(call.url).pathname
    ? passwordBody.safeParse(json).data?.password
    : undefined

/** Whether a call sets a password, which the service hashes. */
export const setsPassword = (call: Request, json: unknown): boolean => newPasswordOf(call, json) !== undefined

/**
 * Checks a new password by the rule of the product, and refuses it with the error format of the hosted
 * service.
 * @param json the request body, parsed as JSON
 * @returns the refusal, or null when the call sets no password or a valid one
 */
export function checkPassword(
  call: Request,
  json: unknown,
  rule: (password: string) => string | null,
): Response | null {
  const password = newPasswordOf(call, json)
  if (password === undefined) return null
  const text = rule(password) ?? (isPasswordTooLong(password) ? 'Password is longer than 72 bytes' : null)
  return text === null ? null : refusal(422, 'weak_password', text)
}

const tokenBody = z.object({ token_hash: z.string() })

/**
 * Takes the address from an excluded account that never proved its mailbox, when a token that was mailed there
 * is used: another person may have signed up with the address and excluded it. The exclusion refuses the
 * sign-in after the service has checked the token, and undoes its use, so the token still names the account.
 * @param json the request body, parsed as JSON
 * @param failure the refusal of the database
 * @returns the refusal that the caller gets
 */
export async function releaseAddress(
  leases: ConnectionPool,
  call: Request,
  json: unknown,
  failure: CallContext['failure'],
): Promise<CallContext['failure']> {
  const { pathname, searchParams } = new URL(call.url)
  if (failure?.code !== 'PT403' || pathname !== '/auth/v1/verify') return failure
  const token = tokenBody.safeParse(json).data?.token_hash ?? searchParams.get('token') ?? ''
  const lease = await leases.reserve()
  try {
    const [row] = await lease.unsafe('select public.release_address($1) as released', [token])
    return row?.released === true ? { code: failure.code, message: ADDRESS_RELEASED } : failure
  } finally {
    lease.release()
  }
}
