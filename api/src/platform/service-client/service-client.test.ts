import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../config/log.ts'
import { fakeTimer } from '../testing/fake-timer.ts'
import { createBreaker } from './breaker.ts'
import { createServiceClient, TRIAL_WAIT_MS } from './service-client.ts'
import { UpstreamError } from './upstream-error.ts'

const REST_MS = 1_000
const away = () => new UpstreamError({ service: 'The service', failure: 'away' })

/** A service at the end of its rest. The next request is the trial, and the test answers each request. */
async function rested() {
  const timer = fakeTimer()
  const breaker = createBreaker({ failures: 1, restMs: REST_MS, maxRestMs: REST_MS }, timer)
  const requests: { path: string; answer: PromiseWithResolvers<unknown> }[] = []
  const client = createServiceClient({
    service: 'The service',
    label: 'service',
    pacer: null,
    breaker,
    timer,
    retry: { attempts: 1, startMs: 1, growth: 1, capMs: 1, jitterMs: 0, maxRetryAfterMs: 1 },
    log: createLog('silent'),
    transport: {
      get(path: string) {
        const answer = Promise.withResolvers<unknown>()
        requests.push({ path, answer })
        return answer.promise
      },
      close: async () => {},
    },
  })
  breaker.failed()
  await timer.advance(REST_MS)
  const get = (path: string) =>
    client.get(path, {}, z.string()).catch((error: UpstreamError) => error.failure)
  const paths = () => requests.map(({ path }) => path)
  return { timer, breaker, get, paths, answerTo: (at: number) => requests[at]?.answer }
}

describe('requests during a trial', () => {
  it('N10 wait for the trial and are sent when it succeeds', async () => {
    const { timer, breaker, get, paths, answerTo } = await rested()
    const all = Promise.all([get('/trial'), get('/second'), get('/third')])
    await timer.advance(100)
    expect(paths()).toEqual(['/trial'])
    answerTo(0)?.resolve('one')
    await timer.advance(0)
    expect(paths()).toEqual(['/trial', '/second', '/third'])
    answerTo(1)?.resolve('two')
    answerTo(2)?.resolve('three')
    expect(await all).toEqual(['one', 'two', 'three'])
    expect(breaker.state()).toBe('closed')
  })

  it('N10 are rejected without being sent when the trial fails', async () => {
    const { timer, breaker, get, paths, answerTo } = await rested()
    const all = Promise.all([get('/trial'), get('/second'), get('/third')])
    await timer.advance(100)
    answerTo(0)?.reject(away())
    expect(await all).toEqual(['away', 'resting', 'resting'])
    expect(paths()).toEqual(['/trial'])
    expect(breaker.state()).toBe('open')
  })

  it('N10 become the next trial one by one when the trial ends without a verdict', async () => {
    const { timer, get, breaker, paths } = await rested()
    expect(breaker.admit()).toBe(true)
    void get('/second')
    void get('/third')
    await timer.advance(100)
    expect(paths()).toEqual([])
    breaker.endWithoutVerdict()
    await timer.advance(0)
    expect(paths()).toEqual(['/second'])
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
