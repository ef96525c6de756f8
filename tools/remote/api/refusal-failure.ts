import { checkReportSchema, errorEnvelopeSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { CommandFailure, EXIT, type ExitCode } from '../failure.ts'
import type { Connection } from './connection.ts'

const EXIT_OF_STATUS: Record<number, ExitCode> = {
  401: EXIT.unauthorised,
  403: EXIT.unauthorised,
  409: EXIT.conflict,
  502: EXIT.unreachable,
  503: EXIT.unreachable,
  504: EXIT.unreachable,
}
/** The answer to a refused release contains its report. */
const withReport = z.object({ report: checkReportSchema })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.max(1, Math.ceil(seconds))} seconds`

/**
 * Converts an answer outside 2xx to a failure: the API's message if it has one, and the next step for the
 * user.
 */
export function refusal(
  { url, credential, credentialFrom }: Connection,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): CommandFailure {
  const body = parse(text)
  const envelope = errorEnvelopeSchema.safeParse(body)
  const report = withReport.safeParse(body)
  const details = {
    status,
    ...(envelope.success ? { code: envelope.data.code, requestId: envelope.data.requestId } : {}),
    ...(report.success ? { report: report.data.report } : {}),
  }
  const exitCode = EXIT_OF_STATUS[status] ?? EXIT.failed
  const said = envelope.success ? envelope.data.message : null
  const fail = (message: string) => new CommandFailure(exitCode, message, details)
  const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

  if (status >= 300 && status < 400)
    return fail(`${url} answers with a redirect to ${headers.get('location') ?? 'nowhere'}: use that address`)
  if (status === 401 || status === 403)
    return credential === null
      ? fail(`${sentence(said ?? `${url} wants to know who you are`)} No token was sent: ${credentialFrom}.`)
      : fail(`${sentence(said ?? `${url} answered ${status}`)} Shown was ${credentialFrom}.`)
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'))
    return fail(`${sentence(said ?? 'Too many requests')}${seconds ? ` Again in ${waitText(seconds)}.` : ''}`)
  }
  if (report.success) {
    const errors = report.data.report.findings.filter(({ level }) => level === 'error').length
    return fail(`Not published: ${errors === 1 ? 'one check fails' : `${errors} findings stop it`}`)
  }
  if (said !== null) return fail(said)
  return fail(`${url} answered ${status} without a word. Is it a Propsight API?`)
}
