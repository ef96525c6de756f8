import type postgres from 'postgres'
import * as z from 'zod'
import { refusal } from './refusal.ts'

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
 * Asks `public.hook_before_user_created` where a call would make a new account, as the hosted service does. The gate
 * itself is a trigger; its refusal would reach the client without a sentence.
 * @returns the refusal, or null when the call may go on
 */
export async function askSignUpHook(sql: postgres.Sql, request: Request): Promise<Response | null> {
  const path = new URL(request.url).pathname
  if (request.method !== 'POST' || !PATHS.test(path)) return null
  const body = bodySchema.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  ).data
  if (!body || body.create_user === false) return null
  const email = body.email.trim().toLowerCase()
  const known = await sql`select 1 from auth.users where lower(email) = ${email}`
  if (known.length > 0) return null

  const event = { metadata: { name: 'before-user-created' }, user: { email, user_metadata: body.data ?? {} } }
  const rows =
    await sql`select public.hook_before_user_created(${JSON.stringify(event)}::text::jsonb) as answer`
  const { error } = answerSchema.parse(rows[0]?.answer)
  return error ? refusal(error.http_code, 'hook_payload_rejected', error.message) : null
}
