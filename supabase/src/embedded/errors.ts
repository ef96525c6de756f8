import { AWAY } from './postgres-error.ts'

/** An error response in the format of the auth service. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    { code, error_code: code, msg: message, message },
    { status, headers: { 'x-sb-error-code': code, ...headers } },
  )

/** Retry-After: a load peak or a restart of the database usually ends within a few seconds. */
const BACK_SECONDS = 5

export const unavailable = (): Response =>
  refusal(503, 'unexpected_failure', 'The data service is not available', {
    'retry-after': String(BACK_SECONDS),
  })

const RULE = /^PT([45]\d\d)$/

/**
 * Corrects the response of the service after a database failure. The service answers 500 for a violated
 * database rule and for an invalid value, and a 4xx (no such table, user or session) when the database is
 * down.
 * @param answered status of the service's response
 * @returns the correct response, or null when the response needs no correction
 */
export function explain(
  failure: { code: string; message: string } | undefined,
  answered: number,
): Response | null {
  if (!failure || answered < 400) return null
  if (AWAY.test(failure.code)) return unavailable()
  if (answered !== 500) return null
  const status = RULE.exec(failure.code)?.[1]
  if (status) return refusal(Number(status), 'rule_violated', failure.message)
  return /^22/.test(failure.code)
    ? refusal(400, 'validation_failed', 'A value in this request cannot be used')
    : null
}

/**
 * Corrects the redirect after a link of a mail was opened. The page reads the error from the address, where
 * the service puts 'Verification failed' for every violated rule.
 * @returns the redirect with the message of the rule, or null when the response needs no correction
 */
export function explainRedirect(
  failure: { code: string; message: string } | undefined,
  answered: Response,
): Response | null {
  const [page = '', hash] = (answered.headers.get('location') ?? '').split('#')
  const words = new URLSearchParams(hash)
  if (!failure || !RULE.test(failure.code) || !words.has('error_description')) return null
  words.set('error_code', 'rule_violated')
  words.set('error_description', failure.message)
  const headers = new Headers(answered.headers)
  headers.set('location', `${page}#${words}`)
  return new Response(null, { status: answered.status, headers })
}
