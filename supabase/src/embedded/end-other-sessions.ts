import * as z from 'zod'
import type { Leases } from './leases.ts'

const bodySchema = z.object({ password: z.string() })
const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid().nullable().default(null) })

/** The claims of a token that the service has verified. */
const claimsOf = (call: Request) =>
  claimsSchema.parse(
    JSON.parse(Buffer.from(call.headers.get('authorization')?.split('.')[1] ?? '', 'base64url').toString()),
  )

/**
 * A new password ends every other session of its account, as on the hosted service: whoever changes it because somebody
 * else is signed in would not be rid of them otherwise.
 * @param given the call's body, parsed as JSON
 * @param answered status of the service's answer
 */
export async function endOtherSessions(
  leases: Leases,
  call: Request,
  given: unknown,
  answered: number,
): Promise<void> {
  if (call.method !== 'PUT' || answered !== 200 || new URL(call.url).pathname !== '/auth/v1/user') return
  if (!bodySchema.safeParse(given).success) return
  const { sub, session_id: own } = claimsOf(call)
  const lease = await leases.reserve()
  try {
    // Their refresh tokens go with them.
    await lease.unsafe('delete from auth.sessions where user_id = $1 and id is distinct from $2', [sub, own])
  } finally {
    lease.release()
  }
}
