import { createHmac, timingSafeEqual } from 'node:crypto'
import { compare } from '@node-rs/bcrypt'
import * as z from 'zod'
import type { ConnectionPool } from './connection-pool.ts'
import { refusal } from './errors.ts'
import type { PasswordQueue } from './password-queue.ts'

/** Mark of a session that began by the link of a mail, in `auth.sessions.tag`. */
const BY_MAILBOX = 'mailbox'
/** How long such a session proves the mailbox, minutes. */
const MAILBOX_MINUTES = 30

/**
 * Fails only for a body that is not an object. Present fields count, whatever their type: a field of a wrong type
 * must not hide the others.
 */
const credentialsBody = z.object({
  email: z.unknown().optional(),
  password: z.unknown().optional(),
  current_password: z.string().optional().catch(undefined),
})
const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid() })
export type SessionClaims = z.infer<typeof claimsSchema>

/** The claims of a token that this service has signed; null for any other token. */
export function verifiedClaims(token: string, secret: string): SessionClaims | null {
  const [header, payload, signature = '', ...more] = token.split('.')
  if (!header || !payload || more.length > 0) return null
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? null
}

const tokenOf = (call: Request) => call.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
const isUserChange = (call: Request) =>
  call.method === 'PUT' && new URL(call.url).pathname === '/auth/v1/user'

/**
 * Refuses a change of the password or the e-mail unless the caller proves the account again: by the current
 * password (`current_password`, as in the hosted service), or by a session that began by the link of a mail
 * at most 30 minutes ago. Otherwise a stolen session would take over the account.
 * @param json the request body, parsed as JSON
 * @returns the refusal, or null when the request may continue
 */
export async function requireProof(
  leases: ConnectionPool,
  call: Request,
  json: unknown,
  secret: string,
  queue: PasswordQueue,
): Promise<Response | null> {
  if (!isUserChange(call)) return null
  const { email, password, current_password: current } = credentialsBody.safeParse(json).data ?? {}
  if ((email === undefined || email === '') && password === undefined) return null
  // The service refuses an invalid token itself. Without a verified one, this would be an oracle for passwords.
  const claims = verifiedClaims(tokenOf(call), secret)
  if (!claims) return null
  const lease = await leases.reserve()
  let user: { encrypted_password: string | null; is_fresh: boolean } | undefined
  try {
    const rows = await lease.unsafe(
      `select u.encrypted_password, exists (select from auth.sessions s where s.id = $2 and s.user_id = u.id
         and s.tag = $3 and s.created_at > now() - make_interval(mins => $4)) as is_fresh
       from auth.users u where u.id = $1`,
      [claims.sub, claims.session_id, BY_MAILBOX, MAILBOX_MINUTES],
    )
    user = rows[0] as typeof user
  } finally {
    lease.release()
  }
  if (!user || user.is_fresh) return null
  if (current === undefined) {
    return refusal(401, 'reauthentication_needed', 'Enter your current password to change this')
  }
  const stored = user.encrypted_password
  const isRight = stored ? await queue.run(() => compare(current, stored)) : false
  if (isRight instanceof Response) return isRight
  return isRight ? null : refusal(400, 'current_password_invalid', 'The current password is not right')
}

/** The session that a response has created, by its header or by the token in a redirect; null for others. */
function createdSession(call: Request, response: Response, secret: string): string | null {
  const { pathname, searchParams } = new URL(call.url)
  if (!/^\/auth\/v1\/(token|signup|verify)$/.test(pathname)) return null
  if (searchParams.get('grant_type') === 'refresh_token') return null
  const hash = response.headers.get('location')?.split('#')[1]
  if (hash === undefined) return response.headers.get('sb-auth-session-id')
  const token = new URLSearchParams(hash).get('access_token')
  return token === null ? null : (verifiedClaims(token, secret)?.session_id ?? null)
}

const MAX_AGENT_CHARS = 300

/**
 * Stores the browser of a new session, for the list of sessions, and whether the link of a mail began it. The
 * hosted service stores both itself. A failure is logged only: the sign-in has succeeded, and a used link
 * cannot be used again. Without the mark, such a session needs the current password to change credentials.
 */
export async function recordSession(
  leases: ConnectionPool,
  call: Request,
  response: Response,
  secret: string,
  log: (message: string) => void,
): Promise<void> {
  const session = createdSession(call, response, secret)
  if (session === null) return
  const tag = new URL(call.url).pathname.includes('/verify') ? BY_MAILBOX : null
  const agent = call.headers.get('user-agent')?.slice(0, MAX_AGENT_CHARS) ?? null
  try {
    const lease = await leases.reserve()
    try {
      await lease.unsafe('update auth.sessions set user_agent = $2, tag = $3 where id = $1', [
        session,
        agent,
        tag,
      ])
    } finally {
      lease.release()
    }
  } catch (error) {
    log(`a new session was not recorded: ${error instanceof Error ? error.message : error}`)
  }
}
