import * as z from 'zod'
import type { Leases } from './connection-pool.ts'

const bodySchema = z.object({ password: z.string() })
const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid().nullable().default(null) })

/** The claims of the request's token, which the service has verified. */
const claimsOf = (call: Request) =>
  claimsSchema.parse(
    JSON.parse(Buffer.from(call.headers.get('authorization')?.split('.')[1] ?? '', 'base64url').toString()),
  )

/**
 * Ends all other sessions of an account after its password changed, like the hosted service. Otherwise an
 * intruder would stay signed in.
 * @param given the request body, parsed as JSON
 * @param answered status of the service's response
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
    // The refresh tokens of these sessions are deleted with them.
    await lease.unsafe('delete from auth.sessions where user_id = $1 and id is distinct from $2', [sub, own])
  } finally {
    lease.release()
  }
}
