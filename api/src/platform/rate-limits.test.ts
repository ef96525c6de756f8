import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { findRedis } from '../testing/test-env.ts'
import { createRateLimits } from './rate-limits.ts'
import { connectRedis } from './redis.ts'

const log = pino({ level: 'silent' })

it('two instances that share Redis count calls together', async (context) => {
  const url = await findRedis()
  if (!url) return context.skip('no Redis answers here')
  const [one, two] = await Promise.all([connectRedis(url, log), connectRedis(url, log)])
  try {
    const rule = { name: `test-${randomUUID()}`, points: 4, seconds: 60 }
    const instances = [one, two].map((redis) => createRateLimits({ enabled: true, redis }))
    const verdicts = []
    for (let call = 0; call < 6; call += 1) verdicts.push(await instances[call % 2]?.consume(rule, 'a'))
    expect(verdicts.map((verdict) => verdict?.allowed)).toEqual([true, true, true, true, false, false])
    expect(verdicts[5]?.retryAfterSeconds).toBeGreaterThan(0)
  } finally {
    one.destroy()
    two.destroy()
  }
})

it('the rate limits count in memory while Redis is unavailable', async () => {
  const redis = await connectRedis('redis://127.0.0.1:9', log)
  try {
    const limits = createRateLimits({ enabled: true, redis })
    const rule = { name: 'away', points: 2, seconds: 60 }
    const verdicts = [
      await limits.consume(rule, 'a'),
      await limits.consume(rule, 'a'),
      await limits.consume(rule, 'a'),
    ]
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, false])
  } finally {
    redis.destroy()
  }
})

it('the rate limits keep a bounded number of keys', async () => {
  const limits = createRateLimits({ enabled: true, redis: null, maxKeys: 3 })
  const rule = { name: 'bounded', points: 1, seconds: 60 }
  for (const key of ['a', 'b', 'c', 'd']) await limits.consume(rule, key)
  expect(await limits.consume(rule, 'd')).toMatchObject({ allowed: false })
  expect(await limits.consume(rule, 'a')).toMatchObject({ allowed: true })
})

it('peek of the rate limits counts no call, and an exceeded rule blocks for its block time', async () => {
  const limits = createRateLimits({ enabled: true, redis: null })
  const rule = { name: 'locked', points: 2, seconds: 5, blockSeconds: 900 }
  for (let look = 0; look < 5; look += 1)
    expect(await limits.peek(rule, 'a')).toMatchObject({ allowed: true })
  await limits.consume(rule, 'a')
  await limits.consume(rule, 'a')
  expect(await limits.peek(rule, 'a')).toMatchObject({ allowed: true })
  expect(await limits.consume(rule, 'a')).toMatchObject({ allowed: false })
  const verdict = await limits.peek(rule, 'a')
  expect(verdict.allowed).toBe(false)
  expect(verdict.retryAfterSeconds).toBeGreaterThan(890)
  expect(await limits.peek(rule, 'b')).toMatchObject({ allowed: true })
})

it('two instances that share Redis block a key together', async (context) => {
  const url = await findRedis()
  if (!url) return context.skip('no Redis answers here')
  const [one, two] = await Promise.all([connectRedis(url, log), connectRedis(url, log)])
  try {
    const rule = { name: `test-${randomUUID()}`, points: 0, seconds: 60, blockSeconds: 60 }
    await createRateLimits({ enabled: true, redis: one }).consume(rule, 'a')
    expect(await createRateLimits({ enabled: true, redis: two }).peek(rule, 'a')).toMatchObject({
      allowed: false,
    })
  } finally {
    one.destroy()
    two.destroy()
  }
})
