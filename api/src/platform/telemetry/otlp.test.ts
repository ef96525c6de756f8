import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OtlpCollector, startOtlpCollector } from '../../testing/otlp-collector.ts'
import { startTestApi, type TestApi, type TestUser } from '../../testing/test-api.ts'
import { TEST_JWT_SECRET, TEST_SECRET_KEY } from '../../testing/test-env.ts'

const INTERNAL = 1
const SERVER = 2
const CLIENT = 3
const ERROR = 2
/** The SDK starts each span at a whole millisecond, so the ends of two spans may differ by one from the truth. */
const CLOCK_ERROR_NS = 1_000_000n

describe('traces at the collector', () => {
  let collector: OtlpCollector
  let api: TestApi
  let user: TestUser
  const upstream = createServer((_req, res) => res.writeHead(500).end('no'))
  beforeAll(async () => {
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
    collector = await startOtlpCollector()
    api = await startTestApi({
      leagueUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=prop%20sight',
        OTEL_SERVICE_NAME: 'propsight-test',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    })
    user = await api.createUser()
  })
  afterAll(async () => {
    await api?.close()
    await collector?.close()
    upstream.close()
  })

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  const arrived = (name: string) =>
    vi.waitFor(() => {
      const [span] = named(name)
      if (!span)
        throw new Error(`no span ${name} among ${[...new Set(collector.spans.map((span) => span.name))]}`)
      return span
    }, 10_000)

  it('contain a request with route, status, id and release, and the data service call below it', async () => {
    const parent = { trace: randomBytes(16).toString('hex'), span: randomBytes(8).toString('hex') }
    const requestId = `traced-${randomUUID()}`
    const answer = await fetch(`${api.url}/api/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
        traceparent: `00-${parent.trace}-${parent.span}-01`,
      },
      body: JSON.stringify({
        feature: 'quick',
        category: 'Hits',
        idempotencyKey: randomUUID(),
      }),
    })
    expect(answer.status).toBe(200)
    const request = await vi.waitFor(() => {
      const found = collector.spans.find((span) => span.attributes['propsight.request_id'] === requestId)
      if (!found) throw new Error('the request is not there yet')
      return found
    }, 10_000)
    expect(request).toMatchObject({
      name: 'POST /api/runs',
      kind: SERVER,
      traceId: parent.trace,
      parentSpanId: parent.span,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/runs',
        'http.response.status_code': 200,
        'propsight.sent': true,
      },
      resource: {
        'service.name': 'propsight-test',
        'service.version': api.instances[0]?.deps.version,
        'deployment.environment.name': 'test',
      },
    })
    const call = await vi.waitFor(() => {
      const found = named('POST /rest/v1/rpc/start_run').find(({ traceId }) => traceId === parent.trace)
      if (!found) throw new Error('the call is not there yet')
      return found
    }, 10_000)
    expect(call).toMatchObject({
      kind: CLIENT,
      parentSpanId: request.spanId,
      attributes: { 'http.response.status_code': 200 },
    })
    expect(call.endTimeUnixNano).toBeGreaterThan(call.startTimeUnixNano)
    expect(request.endTimeUnixNano + CLOCK_ERROR_NS).toBeGreaterThanOrEqual(call.endTimeUnixNano)
    expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'prop sight' })
  })

  it('contain a failed upstream request with its exception', async () => {
    await fetch(`${api.url}/api/games/today`)
    const span = await arrived('football GET')
    expect(span).toMatchObject({ kind: CLIENT, status: { code: ERROR } })
    expect(span.events[0]).toMatchObject({
      name: 'exception',
      attributes: { 'exception.type': 'UpstreamError' },
    })
    expect(span.events[0]?.attributes['exception.stacktrace']).toMatch(
      /^api\/src\/platform\/service-client\/http-client\.ts:\d+/,
    )
  })

  it('contain the runs of jobs', async () => {
    expect(await arrived('job sweep-runs')).toMatchObject({ kind: INTERNAL, parentSpanId: '' })
  })

  it('contain redacted browser errors', async () => {
    const answer = await fetch(`${api.url}/api/client-errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        shell: '1.2.3-abcdef12',
        errors: [
          {
            kind: 'render',
            name: 'TypeError',
            message: 'of ada@example.com',
            frames: ['picks/1.0.0-ab/static/js/a.js:1:2'],
            remote: { name: 'picks', version: '1.0.0-ab' },
            route: '/picks',
            requestId: 'traced-request-1',
            count: 2,
          },
        ],
      }),
    })
    expect(answer.status).toBe(204)
    const span = await arrived('browser error')
    expect(span).toMatchObject({
      status: { code: ERROR },
      attributes: {
        'propsight.release': 'picks@1.0.0-ab',
        'propsight.shell': '1.2.3-abcdef12',
        'propsight.request_id': 'traced-request-1',
        'url.template': '/picks',
      },
      events: [
        {
          attributes: {
            'exception.message': 'of [e-mail]',
            'exception.stacktrace': 'picks/1.0.0-ab/static/js/a.js:1:2',
          },
        },
      ],
    })
  })

  it('contain no secrets, email addresses or query strings', async () => {
    await fetch(`${api.url}/reset?access_token=${user.token}`, {
      headers: { cookie: 'propsight-admin=hunter2' },
    })
    await fetch(`${api.url}/api/access/email-exists`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email }),
    })
    await arrived('POST /api/access/email-exists')
    const sent = collector.raw().toString('latin1')
    const secrets = [
      user.token,
      user.email,
      user.id,
      user.password,
      TEST_SECRET_KEY,
      TEST_JWT_SECRET,
      'hunter2',
    ]
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
    expect(sent).not.toContain('access_token')
  })
})
