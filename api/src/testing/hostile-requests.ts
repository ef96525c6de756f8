import { errorEnvelopeSchema } from '@propsight/shared/contracts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
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

export interface HostileRequest {
  method: string
  /** Path exactly as sent: dots, doubled slashes and encodings are not normalized. */
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Endpoints of the API with their methods. */
const ENDPOINTS: [method: string, path: string][] = [
  ['GET', '/health'],
  ['GET', '/health/live'],
  ['GET', '/ready'],
  ['GET', '/api/info'],
  ['GET', '/api/model/calibration'],
  ['GET', '/api/slate'],
  ['GET', '/api/slate/samples'],
  ['GET', '/api/games/today'],
  ['GET', '/api/weather/NYY'],
  ['GET', '/metrics'],
  ['GET', '/api/remotes'],
  ['POST', '/api/remotes/picks/releases'],
  ['GET', '/api/remotes/picks/releases'],
  ['POST', '/api/remotes/picks/rollback'],
  ['POST', '/api/remotes/picks/promote'],
  ['POST', '/api/remotes/picks/halt'],
  ['POST', '/api/remotes/picks/tokens'],
  ['DELETE', '/api/remotes/picks/tokens/7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'],
  ['GET', '/api/rollouts'],
  ['PUT', '/api/developers'],
  ['POST', '/api/loads'],
  ['PUT', '/api/override'],
  ['DELETE', '/api/override'],
  ['POST', '/api/runs'],
  ['POST', '/api/access/email-exists'],
  ['POST', '/api/access/reserve'],
  ['POST', '/api/access/redeem'],
  ['POST', '/api/access/create'],
  ['POST', '/api/admin/session'],
  ['GET', '/api/admin/session'],
  ['POST', '/api/admin/session/end'],
  ['GET', '/api/admin/list-codes'],
  ['POST', '/api/admin/generate-codes'],
  ['POST', '/api/admin/import-codes'],
  ['POST', '/api/admin/delete-code'],
  ['POST', '/api/admin/restore-code'],
  ['GET', '/api/admin/admins'],
  ['POST', '/api/admin/set-admin'],
  ['GET', '/api/admin/audit'],
  ['GET', '/api/admin/users'],
  ['GET', '/api/admin/users/7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d/ledger'],
  ['POST', '/api/admin/adjust-credits'],
  ['POST', '/api/admin/refund-run'],
  ['POST', '/api/admin/set-plan'],
  ['POST', '/api/contact'],
  ['GET', '/api/account/rights'],
  ['POST', '/api/account/limit'],
  ['POST', '/api/account/exclude'],
  ['GET', '/api/account/export'],
  ['POST', '/api/account/delete'],
  ['GET', '/api/fetch-lines'],
  ['POST', '/api/game-logs'],
  ['POST', '/api/historical/mlb'],
  ['POST', '/api/analyze-performance/mlb'],
  ['POST', '/api/extract-stats/mlb'],
  ['GET', '/api/pitchers'],
  ['GET', '/api/mlb/api/v1/people/660271'],
  ['GET', '/api/mlb/api/v1/schedule'],
  ['GET', '/bundles/shell/0.1.0-5e11/static/js/index.js'],
  ['GET', '/dev/mailbox/none'],
  ['GET', '/'],
  ['GET', '/pitchers'],
]

const KNOWN_FIELDS = [
  'email',
  'code',
  'dateOfBirth',
  'region',
  'legalVersion',
  'confirm',
  'feature',
  'category',
  'idempotencyKey',
  'runId',
  'players',
  'extractedStats',
  'numPlayers',
  'book',
  'sport',
  'limit',
  'gameIds',
  'oddsType',
  'personIds',
  'date',
  'season',
]
const HOSTILE_TEXTS = [
  "'; drop table user_profiles; --",
  "1' or '1'='1",
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '\u0000',
  '\ud800',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '2026-02-30',
  '9999-99-99',
  'NFL',
  'Cricket',
  '-1',
  '1e309',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'quick',
  'Hits',
  'pat@example.com',
  'a@b',
  '٣',
  'x'.repeat(5_000),
]

const hostileValue = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)
const knownField = fc.constantFrom(...KNOWN_FIELDS, '__proto__', 'constructor')

const jsonBody = fc.dictionary(knownField, hostileValue, { maxKeys: 6 }).map((body) => JSON.stringify(body))
const body = fc.oneof(
  { weight: 6, arbitrary: jsonBody },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '[', `${'['.repeat(50_000)}`, `{"a":"${'x'.repeat(400_000)}"}`),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)
const query = fc
  .array(fc.tuple(knownField, fc.constantFrom(...HOSTILE_TEXTS.map((text) => text.toWellFormed()))), {
    maxLength: 4,
  })
  .map((pairs) =>
    pairs.length === 0
      ? ''
      : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.slice(0, 500))}`).join('&')}`,
  )
const trick = fc.constantFrom(
  '/',
  '//',
  '/../../../etc/passwd',
  '/%2e%2e/%2e%2e/secrets.json',
  '/..%5c..%5c',
  '/%zz',
  '/%00',
  ';a=b',
  '/x'.repeat(200),
  '/%f0%9f%98%80',
)
const pathTrick = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: trick })
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=nonsense',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
)
const method = (usual: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'OPTIONS', 'PATCH', 'GET', 'POST') },
  )

/** Hostile requests to the endpoints of the API. `tokens` are used as bearer tokens. */
export const hostileRequest = (tokens: readonly string[]): fc.Arbitrary<HostileRequest> => {
  const authorization = fc.oneof(
    fc.constantFrom(...tokens.map((token) => `Bearer ${token}`)),
    fc.constantFrom('', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'a'.repeat(9_000)}`),
  )
  return fc
    .tuple(fc.constantFrom(...ENDPOINTS), pathTrick, query, body, contentType, authorization)
    .chain(([[usual, path], end, search, content, type, credentials]) =>
      method(usual).map((used) => ({
        method: used,
        path: path + end + search,
        headers: {
          accept: '*/*',
          ...(type ? { 'content-type': type } : {}),
          ...(credentials ? { authorization: credentials } : {}),
        },
        body: used === 'GET' ? null : content,
      })),
    )
}
