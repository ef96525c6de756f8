import { compare, hash } from '@node-rs/bcrypt'
import * as z from 'zod'
import { isPasswordTooLong, setsPassword } from './auth-rules.ts'
import type { CheckedRequest } from './check-request.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { PasswordQueue } from './password-queue.ts'

/** Cost of the service's own hashes, which tests lower by its variable. */
const bcryptCost = () => Number(process.env.LITE_AUTH_BCRYPT_COST || 10)

const signInBody = z.object({ email: z.string().min(1), password: z.string().min(1) })

function readSignIn(call: Request, json: unknown): z.infer<typeof signInBody> | null {
  const { pathname, searchParams } = new URL(call.url)
  if (call.method !== 'POST' || pathname !== '/auth/v1/token') return null
  return searchParams.get('grant_type') === 'password' ? (signInBody.safeParse(json).data ?? null) : null
}

let decoy: Promise<string> | null = null
/** A hash of a random password, with the cost of the real ones. */
const decoyHash = (): Promise<string> => (decoy ??= hash(crypto.randomUUID(), bcryptCost()))

/** Whether a sign-in compares a hash, which takes far longer than everything else in it. */
async function hasPassword(leases: ConnectionPool, address: string): Promise<boolean> {
  const lease = await leases.reserve()
  try {
    const rows = await lease.unsafe(
      "select 1 from auth.users where email = $1 and coalesce(encrypted_password, '') <> ''",
      [address],
    )
    return rows.length > 0
  } finally {
    lease.release()
  }
}

/** The answer of the service to a wrong password, field by field. */
function wrongPassword(): Response {
  const wrong = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }
  return Response.json(wrong, { status: 400, headers: { 'x-sb-error-code': wrong.error_code } })
}

/**
 * Answers a call that may hash a password, in its turn. A sign-in of an address without an account gets a comparison
 * with a decoy, since the service answers it at once and its duration would reveal which addresses have accounts. A
 * password over the limit of bcrypt is refused, because the service would compare its start only.
 * @param json the request body, parsed as JSON
 * @param serve passes the call to the service
 * @param onWait called with true before a call that hashes, and with false behind it: it waits for its turn, for the hash
 *   of another thread, and for the time of its answer
 */
export async function answerInTurn(
  leases: ConnectionPool,
  queue: PasswordQueue,
  request: CheckedRequest,
  serve: () => Promise<Response>,
  onWait: (waits: boolean) => void,
): Promise<Response> {
  const signIn = readSignIn(request.call, request.json)
  if (!signIn && !setsPassword(request.call, request.json)) return serve()
  onWait(true)
  try {
    return await (signIn ? answerSignIn(leases, queue, signIn, serve) : queue.run(serve))
  } finally {
    onWait(false)
  }
}

async function answerSignIn(
  leases: ConnectionPool,
  queue: PasswordQueue,
  { email, password }: z.infer<typeof signInBody>,
  serve: () => Promise<Response>,
): Promise<Response> {
  const compareDecoy = async () => compare(password, await decoyHash())
  const isTooLong = isPasswordTooLong(password)
  const address = email.toLowerCase()
  if (!isTooLong && (await hasPassword(leases, address)))
    return queue.signInAccount(address, compareDecoy, serve)
  return queue.signInUnknown(address, compareDecoy, async () => (isTooLong ? wrongPassword() : serve()))
}

const MAIL_PATHS = /^\/auth\/v1\/(otp|magiclink|recover|resend)$/
/** Errors that depend on the account of the address, or on its reservation of an access code. */
const ACCOUNT_ERRORS = new Set(['otp_disabled', 'over_email_send_rate_limit', 'hook_payload_rejected'])
/**
 * Shortest duration of a call that may send a mail. Longer than the work for an existing account, which would
 * otherwise be slower than for an unknown address.
 */
const MAIL_CALL_MS = 400

/**
 * Makes the answers of calls that send a mail equal for known and unknown addresses, in status, body and
 * duration.
 */
export async function hideAccount(call: Request, work: () => Promise<Response>): Promise<Response> {
  if (call.method !== 'POST' || !MAIL_PATHS.test(new URL(call.url).pathname)) return work()
  const [response] = await Promise.all([
    work(),
    new Promise((resolve) => {
      setTimeout(resolve, MAIL_CALL_MS)
    }),
  ])
  const code = response.headers.get('x-sb-error-code') ?? ''
  return ACCOUNT_ERRORS.has(code) ? Response.json({}) : response
}
