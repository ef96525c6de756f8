import * as z from 'zod'

const text = z.string().optional()
const fields = z.record(z.string(), z.unknown()).nullish()

/**
 * All fields that the auth service reads from request bodies. The service itself does not check their types.
 */
const authBody = z.object(
  {
    email: text,
    password: text,
    phone: text,
    type: text,
    token: text,
    token_hash: text,
    refresh_token: text,
    auth_code: text,
    code_verifier: text,
    scope: text,
    create_user: z.boolean().optional(),
    data: fields,
    options: fields,
    gotrue_meta_security: fields,
  },
  'The request body must be a JSON object',
)

/**
 * Checks the field types in the body of an auth call.
 * @returns a sentence that describes the error, or null
 */
export function mistypedIn(json: unknown): string | null {
  const issue = authBody.safeParse(json).error?.issues[0]
  if (!issue) return null
  return issue.path.length > 0
    ? `In the request body, ${issue.path.join('.')}: ${issue.message}`
    : issue.message
}
