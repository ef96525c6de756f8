import { AWAY } from './postgres-error.ts'

/** An error in the auth service's own shape. */
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

/** A crowd has gone, or a database is back, within a few seconds. */
const BACK_SECONDS = 5

export const unavailable = (): Response =>
  refusal(503, 'unexpected_failure', 'The data service is not available', {
    'retry-after': String(BACK_SECONDS),
  })

const RULE = /^PT([45]\d\d)$/

/**
 * The answer that a failure deserves where the service gives another: a rule of ours or a value that the database
 * cannot take where it says 500 only, a database that is away where it finds no tables, users or sessions.
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
 * The same for a link that was opened: its answer leads back to the page, which reads from the address what went wrong.
 * The service puts 'Verification failed' there, whatever the rule says.
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
