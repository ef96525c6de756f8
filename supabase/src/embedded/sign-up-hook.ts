import * as z from 'zod'
import type { Leases } from './connection-pool.ts'
import { refusal } from './errors.ts'

const bodySchema = z.object({
  email: z.string().max(254),
  create_user: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
})
const answerSchema = z.object({
  error: z.object({ http_code: z.int().default(403), message: z.string() }).optional(),
})

const PATHS = /^\/auth\/v1\/(signup|otp|magiclink)\/?$/

/**
 * Calls `public.hook_before_user_created` before a request creates an account, like the hosted service. A
 * trigger checks the same rules, but its refusal would reach the client without a message.
 * @param given the request body, parsed as JSON
 * @returns the refusal, or null when the request may continue
 */
export async function askSignUpHook(leases: Leases, call: Request, given: unknown): Promise<Response | null> {
  if (call.method !== 'POST' || !PATHS.test(new URL(call.url).pathname)) return null
  const body = bodySchema.safeParse(given).data
  if (!body || body.create_user === false) return null
  const email = body.email.trim().toLowerCase()
  const event = { metadata: { name: 'before-user-created' }, user: { email, user_metadata: body.data ?? {} } }

  const lease = await leases.reserve()
  try {
    const known = await lease.unsafe('select 1 from auth.users where lower(email) = $1', [email])
    if (known.length > 0) return null
    const rows = await lease.unsafe('select public.hook_before_user_created($1::text::jsonb) as answer', [
      JSON.stringify(event),
    ])
    const { error } = answerSchema.parse(rows[0]?.answer)
    return error ? refusal(error.http_code, 'hook_payload_rejected', error.message) : null
  } finally {
    lease.release()
  }
}
