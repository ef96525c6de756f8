import { AWAY } from './postgres-error.ts'

/** An error in the auth service's own shape. */
export const refusal = (status: number, code: string, message: string): Response =>
  Response.json(
    { code, error_code: code, msg: message, message },
    { status, headers: { 'x-sb-error-code': code } },
  )

/** The answer that a failure deserves where the service says 500 only: a rule of ours, or a database that is away. */
export function explain(failure: { code: string; message: string } | undefined): Response | null {
  if (!failure) return null
  const status = /^PT([45]\d\d)$/.exec(failure.code)?.[1]
  if (status) return refusal(Number(status), 'rule_violated', failure.message)
  return AWAY.test(failure.code)
    ? refusal(503, 'unexpected_failure', 'The data service is not available')
    : null
}
