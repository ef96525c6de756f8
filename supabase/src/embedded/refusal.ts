import { AWAY } from './postgres-error.ts'

/** An error in the auth service's own shape. */
export const refusal = (status: number, code: string, message: string): Response =>
  Response.json(
    { code, error_code: code, msg: message, message },
    { status, headers: { 'x-sb-error-code': code } },
  )

export const unavailable = (): Response =>
  refusal(503, 'unexpected_failure', 'The data service is not available')

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
  const status = /^PT([45]\d\d)$/.exec(failure.code)?.[1]
  if (status) return refusal(Number(status), 'rule_violated', failure.message)
  return /^22/.test(failure.code)
    ? refusal(400, 'validation_failed', 'A value in this request cannot be used')
    : null
}
