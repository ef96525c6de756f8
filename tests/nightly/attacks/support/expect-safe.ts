import type { RawRequest, RawResponse } from '@propsight/api/testing'
import { errorEnvelopeSchema } from '@propsight/shared/contracts'
import { expect } from 'vitest'

/** Parts of stack traces, SQL statements and connection strings, which only operators may see. */
const INTERNALS =
  /node_modules|\bat .{1,80}\.[jt]s:\d+|node:internal|\bselect .{1,80} from |postgres(ql)?:\/\//i

const shown = (sent: RawRequest, { status, text }: RawResponse) =>
  `${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body ?? '').slice(0, 300)}\n→ ${status} ${text.slice(0, 400)}`

/** Expects that an answer contains no internals and no secret. */
export function expectNoInternals(
  sent: RawRequest,
  answered: RawResponse,
  secrets: Record<string, string>,
): void {
  const content = `${JSON.stringify(answered.headers)}\n${answered.text}`
  expect(INTERNALS.exec(answered.status < 400 ? '' : content)?.[0], shown(sent, answered)).toBeUndefined()
  for (const [what, secret] of Object.entries(secrets))
    expect(content.includes(secret), `${what} in the answer to ${shown(sent, answered)}`).toBe(false)
}

/**
 * Expects no 5xx except 503, no secrets, and for each refusal the error envelope with the request id, or outside of the
 * API the page with its content policy.
 */
export function expectSafe(
  sent: RawRequest,
  answered: RawResponse,
  secrets: Record<string, string> = {},
): void {
  const { status, headers, text } = answered
  expect(status === 503 || status < 500, shown(sent, answered)).toBe(true)
  expectNoInternals(sent, answered, secrets)
  if (status < 400 || sent.method === 'HEAD') return
  if (String(headers['content-type']).startsWith('text/html')) {
    expect(sent.path.startsWith('/api/'), shown(sent, answered)).toBe(false)
    expect(headers['content-security-policy'], shown(sent, answered)).toContain("default-src 'none'")
    return
  }
  const envelope = errorEnvelopeSchema.safeParse(JSON.parse(text))
  expect(envelope.success, shown(sent, answered)).toBe(true)
  expect(headers['x-request-id'], shown(sent, answered)).toBe(envelope.data?.requestId)
}
