import { calibrationResponse } from '@propsight/shared/contracts'
import {
  ENGINE_VERSION,
  evidenceWeights,
  FITTED,
  LINE_EVIDENCE,
  NOT_MODELLED,
  PRICE_RECORD,
  TRACK_RECORD,
} from '@propsight/shared/domain/engine'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../platform/rate-limits.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { post, withApp } from '../testing/with-app.ts'

it('GET /api/model/calibration returns the track record of the engine and answers 304 for a known ETag', async () => {
  await withApp({}, async (url) => {
    const response = await fetch(`${url}/api/model/calibration`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    const record = calibrationResponse.parse(await response.json())
    expect(record).toMatchObject({ ...TRACK_RECORD, prices: PRICE_RECORD, notModelled: NOT_MODELLED })
    const { data, from, to } = FITTED.parks
    expect(record.fitted).toContainEqual({ part: 'parks', data, from, to })
    expect(record.fitted?.at(-1)).toMatchObject({ part: 'line', from: LINE_EVIDENCE.from })
    const { market, engine } = LINE_EVIDENCE.books.weights['Home Runs'] ?? {}
    const { lineOnly } = evidenceWeights('Home Runs', LINE_EVIDENCE.pickem)
    expect(record.lineWeights).toContainEqual({ stat: 'Home Runs', lineOnly, market, engine })
    expect(record.lineWeights).toContainEqual(expect.objectContaining({ stat: 'Runs', market: null }))
    const judged = [...PRICE_RECORD.markets, ...TRACK_RECORD.pitchers].map(({ stat }) => stat)
    expect(record.notJudged).toEqual(expect.not.arrayContaining(['Hits', ...judged]))
    expect(record.notJudged).toEqual(expect.arrayContaining(['Hitter Fantasy Score', 'Singles', 'Walks']))
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${url}/api/model/calibration`, { headers: { 'if-none-match': `W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

it('GET /api/info names the engine version that makes the forecasts', async () => {
  await withApp({}, async (url) => {
    expect(await (await fetch(`${url}/api/info`)).json()).toMatchObject({ engine: ENGINE_VERSION })
  })
})

const error = {
  kind: 'error',
  name: 'TypeError',
  message: 'x of undefined',
  frames: ['shell/1.0.0-ab/static/js/index.js:1:2'],
  route: '/picks',
  requestId: 'the-call-that-failed',
  count: 3,
}
const body = (changes: object = {}, count = 1) => ({
  shell: '1.0.0-ab',
  errors: Array.from({ length: count }, () => ({ ...error, ...changes })),
})

describe('POST /api/client-errors', () => {
  it('logs release, route and failed request in one line and counts the error', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
    await withApp({ log }, async (url, deps) => {
      expect((await post(`${url}/api/client-errors`, body())).status).toBe(204)
      expect(lines).toMatchObject([
        {
          msg: 'an error in a browser',
          requestId: expect.any(String),
          clientError: {
            kind: 'error',
            release: 'shell@1.0.0-ab',
            route: '/picks',
            failedRequest: 'the-call-that-failed',
            count: 3,
            frames: error.frames,
          },
        },
      ])
      const { values } = await deps.metrics.clientErrors.get()
      expect(values).toMatchObject([{ labels: { kind: 'error', remote: 'shell' }, value: 3 }])
    })
  })

  it('redacts the message and labels an unknown remote as unknown', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    await withApp({ log }, async (url, deps) => {
      for (let number = 0; number < 3; number += 1) {
        const sent = body({
          message: 'of ada@example.com',
          remote: { name: `made-up-${number}`, version: '1.0.0' },
        })
        expect((await post(`${url}/api/client-errors`, sent)).status).toBe(204)
      }
      expect(lines.join('')).not.toContain('ada@')
      const { values } = await deps.metrics.clientErrors.get()
      expect(values).toMatchObject([{ labels: { remote: 'unknown' }, value: 9 }])
    })
  })

  it.each([
    ['more than ten errors', body({}, 11)],
    ['an unknown field', body({ email: 'ada@example.com' })],
    ['a route with a query', body({ route: '/x?token=1' })],
    ['invalid JSON', 'garbage'],
  ])('refuses %s', async (_what, sent) => {
    await withApp({}, async (url) => {
      expect((await post(`${url}/api/client-errors`, sent)).status).toBe(400)
    })
  })

  it('allows 20 reports per address and then answers 429', async () => {
    const { env } = fakeDeps()
    const limits = createRateLimits({ enabled: true, redis: null })
    await withApp({ env, limits }, async (url) => {
      const answers: number[] = []
      for (let number = 0; number < 21; number += 1)
        answers.push((await post(`${url}/api/client-errors`, body())).status)
      expect(answers).toEqual([...Array.from({ length: 20 }, () => 204), 429])
    })
  })

  it('counts reports from many addresses but logs at most 2,000 an hour', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const many = createRateLimits({ enabled: true, redis: null })
    const others = Array.from({ length: 1_999 }, () =>
      many.consume({ name: 'client-errors-written', points: 2_000, seconds: 3_600 }, 'everybody'),
    )
    await Promise.all(others)
    await withApp({ log, limits: many }, async (url, deps) => {
      for (let number = 0; number < 3; number += 1)
        expect((await post(`${url}/api/client-errors`, body())).status).toBe(204)
      expect(lines).toHaveLength(1)
      expect((await deps.metrics.clientErrors.get()).values).toMatchObject([{ value: 9 }])
    })
  })
})
