import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { connectTelemetry } from '../../server/open-resources.ts'
import { testEnv } from '../../testing/test-env.ts'
import { NO_TELEMETRY, summarizeError } from './telemetry.ts'

const loaded = vi.hoisted(() => ({ otlp: 0 }))
vi.mock('./otlp.ts', async (original) => {
  loaded.otlp += 1
  return original()
})

const log = pino({ level: 'silent' })

it('telemetry without a collector only runs the given work', async () => {
  expect(await connectTelemetry(testEnv(), '1.0.0', log)).toBe(NO_TELEMETRY)
  const disabled = testEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' })
  expect(await connectTelemetry(disabled, '1.0.0', log)).toBe(NO_TELEMETRY)
  expect(loaded.otlp).toBe(0)
  const work = async () => 'done'
  expect(await NO_TELEMETRY.span('client', 'x', {}, work)).toBe('done')
  expect(NO_TELEMETRY.traceHeaders()).toEqual({})
})

it('a trace is propagated to other services, and close resolves when the collector is unreachable', async () => {
  const { startTelemetry } = await import('./otlp.ts')
  expect(loaded.otlp).toBe(1)
  const telemetry = startTelemetry({
    url: 'http://127.0.0.1:9/v1/traces',
    headers: {},
    service: 's',
    resource: {},
    ratio: 1,
    release: '1',
    log,
  })
  const handed = await telemetry.span('internal', 'outer', {}, async ({ traceId }) => {
    await Promise.resolve()
    return { traceId, ...telemetry.traceHeaders() }
  })
  expect(handed.traceparent).toBe(`00-${handed.traceId}-${handed.traceparent?.slice(36, 52)}-01`)
  await telemetry.close()
})

it.each([
  ['the flag and an id that every ratio takes', '00000000000000000000000000000001', '01', 0.4, '00'],
  ['no flag and an id that none takes', 'ffffffff000000000000000000000000', '00', 0.6, '01'],
])(
  'the sampling decision is independent of the caller, who sends %s',
  async (_, trace, sent, ratio, expectedFlag) => {
    const { startTelemetry } = await import('./otlp.ts')
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const telemetry = startTelemetry({
      url: 'http://127.0.0.1:9/v1/traces',
      headers: {},
      service: 's',
      resource: {},
      ratio,
      release: '1',
      log,
    })
    const request = telemetry.serve({ traceparent: `00-${trace}-b7ad6b7169203331-${sent}` }, 'GET')
    const traceHeaders = () =>
      telemetry.span('client', 'below', {}, async () => telemetry.traceHeaders().traceparent)
    // The request span and a span below it.
    expect(await request.within(async () => telemetry.traceHeaders().traceparent)).toMatch(
      new RegExp(`-${expectedFlag}$`),
    )
    expect(await request.within(traceHeaders)).toMatch(new RegExp(`-${expectedFlag}$`))
    request.end()
    vi.restoreAllMocks()
    await telemetry.close()
  },
)

it('summarizeError redacts texts and addresses and shortens file paths', () => {
  const summary = summarizeError(new TypeError('no user "Ada" at https://x.test/?token=1'))
  expect(summary).toMatchObject({ name: 'TypeError', message: 'no user [text] at [address]' })
  expect(summary.frames[0]).toMatch(/^api\/src\/platform\/telemetry\/telemetry\.test\.ts:\d+:\d+$/)
  expect(summarizeError('a thrown text')).toEqual({ name: 'Error', message: 'a thrown text', frames: [] })
})
