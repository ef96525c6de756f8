import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../services/rate-limits.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { post, withApp } from '../testing/with-app.ts'

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
  it('writes one line with release, place and the call that failed, and counts', async () => {
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

  it('scrubs what somebody sends as a message, and makes no label of a name that is not live', async () => {
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
      expect(lines.join('')).not.toContain('ada')
      const { values } = await deps.metrics.clientErrors.get()
      expect(values).toMatchObject([{ labels: { remote: 'unknown' }, value: 9 }])
    })
  })

  it.each([
    ['more than ten', body({}, 11)],
    ['a field that nobody knows', body({ email: 'ada@example.com' })],
    ['an address with a query', body({ route: '/x?token=1' })],
    ['no JSON', 'garbage'],
  ])('refuses %s', async (_what, sent) => {
    await withApp({}, async (url) => {
      expect((await post(`${url}/api/client-errors`, sent)).status).toBe(400)
    })
  })

  it('takes no more of an address than a log can bear', async () => {
    const { env } = fakeDeps()
    const limits = createRateLimits({ enabled: true, redis: null })
    await withApp({ env, limits }, async (url) => {
      const answers: number[] = []
      for (let number = 0; number < 21; number += 1)
        answers.push((await post(`${url}/api/client-errors`, body())).status)
      expect(answers).toEqual([...Array.from({ length: 20 }, () => 204), 429])
    })
  })

  it('counts what many addresses send together, and writes no more of it than a log can bear', async () => {
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
