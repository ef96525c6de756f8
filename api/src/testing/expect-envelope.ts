import { errorEnvelopeSchema } from '@propsight/shared/contracts'
import { expect } from 'vitest'
import type { HostileRequest } from './hostile-requests.ts'
import type { RawResponse } from './send-raw.ts'

/** Expects a documented response, or a 4xx with the error envelope, and never a 5xx. */
export function expectDocumented(sent: HostileRequest, { status, headers, text }: RawResponse): void {
  const what = `${sent.method} ${sent.path.slice(0, 200)} ${sent.body?.slice(0, 200) ?? ''}: ${status} ${text.slice(0, 300)}`
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status, what).toBeLessThan(500)
  if (status < 400 || sent.method === 'HEAD') return
  const envelope = errorEnvelopeSchema.safeParse(JSON.parse(text))
  expect(envelope.success, what).toBe(true)
  expect(headers['x-request-id'], what).toBe(envelope.data?.requestId)
}
