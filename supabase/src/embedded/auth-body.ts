import * as z from 'zod'

const text = z.string().optional()
const fields = z.record(z.string(), z.unknown()).nullish()

/** What the auth service reads from the bodies of all its calls; it takes each for what it should be. */
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
 * Looks at the body of an auth call.
 * @returns what is wrong with it in a sentence, or null
 */
export function mistypedIn(json: unknown): string | null {
  const issue = authBody.safeParse(json).error?.issues[0]
  if (!issue) return null
  return issue.path.length > 0
    ? `In the request body, ${issue.path.join('.')}: ${issue.message}`
    : issue.message
}
