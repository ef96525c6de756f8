import * as z from 'zod'
import { refusal } from './errors.ts'

/** Calls that set a password. */
const SETTERS: Record<string, RegExp> = {
  POST: /^\/auth\/v1\/signup\/?$/,
  PUT: /^\/auth\/v1\/user\/?$/,
}
const bodySchema = z.object({ password: z.string() })

/**
 * Checks a new password by the rule of the product, and refuses it with the error format of the hosted
 * service.
 * @param given the request body, parsed as JSON
 * @returns the refusal, or null when the call sets no password or a valid one
 */
export function checkPassword(
  call: Request,
  given: unknown,
  rule: (password: string) => string | null,
): Response | null {
  if (!SETTERS[call.method]?.test(new URL(call.url).pathname)) return null
  const { password } = bodySchema.safeParse(given).data ?? {}
  const text = password === undefined ? null : rule(password)
  return text === null ? null : refusal(422, 'weak_password', text)
}
