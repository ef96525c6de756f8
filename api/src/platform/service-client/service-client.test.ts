import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../config/log.ts'
import { createMetrics } from '../metrics.ts'
import { fakeTimer } from '../testing/fake-timer.ts'
import { createServiceClient, TRIAL_WAIT_MS } from './service-client.ts'
import { UpstreamError } from './upstream-error.ts'

const REST_MS = 1_000
const away = () => new UpstreamError({ service: 'The service', failure: 'away' })

/** A service at the end of its rest. The next request is the trial, and the test answers each request. */
async function rested() {
  const timer = fakeTimer()
  const metrics = createMetrics()
  let requests: { path: string; answer: PromiseWithResolvers<unknown> }[] = []
  const client = createServiceClient({
    label: 'service',
    origin: 'https://service.test',
    policy: {
      service: 'The service',
      timeoutMs: 1_000,
      maxBytes: 1_000,
      retry: { attempts: 1, startMs: 1, growth: 1, capMs: 1, jitterMs: 0, maxRetryAfterMs: 1 },
      breaker: { failures: 1, restMs: REST_MS, maxRestMs: REST_MS },
    },
    limiter: (request) => request(),
    timer,
    metrics,
    log: createLog('silent'),
    http: {
      get({ url }) {
        const answer = Promise.withResolvers<unknown>()
        requests.push({ path: new URL(url).pathname, answer })
        return answer.promise
      },
    },
  })
  const get = (path: string) =>
    client.get(path, {}, z.string()).catch((error: UpstreamError) => error.failure)
  const first = get('/first')
  requests[0]?.answer.reject(away())
  expect(await first).toBe('away')
  expect(client.breakerState()).toBe('open')
  await timer.advance(REST_MS)
  requests = []
  const paths = () => requests.map(({ path }) => path)
  return { timer, metrics, client, get, paths, answerTo: (at: number) => requests[at]?.answer }
}

describe('requests during a trial', () => {
  it('N10 wait for the trial and are sent when it succeeds', async () => {
    const { timer, client, get, paths, answerTo } = await rested()
    const all = Promise.all([get('/trial'), get('/second'), get('/third')])
    await timer.advance(100)
    expect(paths()).toEqual(['/trial'])
    answerTo(0)?.resolve('one')
    await vi.waitFor(() => expect(paths()).toEqual(['/trial', '/second', '/third']))
    answerTo(1)?.resolve('two')
    answerTo(2)?.resolve('three')
    expect(await all).toEqual(['one', 'two', 'three'])
    expect(client.breakerState()).toBe('closed')
  })

  it('N10 are rejected without being sent when the trial fails', async () => {
    const { timer, metrics, client, get, paths, answerTo } = await rested()
    const all = Promise.all([get('/trial'), get('/second'), get('/third')])
    await timer.advance(100)
    answerTo(0)?.reject(away())
    expect(await all).toEqual(['away', 'resting', 'resting'])
    expect(paths()).toEqual(['/trial'])
    expect(client.breakerState()).toBe('open')
    const { values } = await metrics.upstreamRequests.get()
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
      away: 2,
      resting: 2,
    })
  })

  it('N10 wait for a limited time', async () => {
    const { timer, get, paths } = await rested()
    void get('/trial')
    const second = get('/second')
    await timer.advance(TRIAL_WAIT_MS - 1)
    await timer.advance(1)
    expect(await second).toBe('resting')
    expect(paths()).toEqual(['/trial'])
  })
})
