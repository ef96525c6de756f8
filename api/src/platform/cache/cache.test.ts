import { expect, it } from 'vitest'
import { createCache, createLoadOnce } from './cache.ts'
import type { Ages, Entry } from './freshness.ts'

it('P8 createLoadOnce makes one call per key, also for parallel callers, and another one after a failure', async () => {
  const once = createLoadOnce<number>(100)
  let made = 0
  const make = async () => {
    made += 1
    return made
  }
  expect(await Promise.all([once('a', make), once('a', make), once('b', make)])).toEqual([1, 1, 2])
  expect(await once('a', make)).toBe(1)
  const failing = () => Promise.reject(new Error('away'))
  await expect(once('c', failing)).rejects.toThrow('away')
  expect(await once('c', make)).toBe(3)
})

it('createLoadOnce drops the least recently used key', async () => {
  const once = createLoadOnce<number>(100)
  for (let key = 0; key <= 100; key += 1) await once(`${key}`, async () => key)
  expect(await once('0', async () => -1)).toBe(-1)
  expect(await once('100', async () => -1)).toBe(100)
})

const MINUTE: Ages = { freshMs: 1_000, graceMs: 1_000, keepMs: 60_000 }
const entry = (value: string, readAtMs = 0): Entry<string> => ({ value, readAtMs })

it('a forgotten key is loaded again, and its running load is not cached', async () => {
  const cache = createCache<string>({ ages: MINUTE, now: () => 0, entries: 10 })
  const late = Promise.withResolvers<Entry<string>>()
  const early = cache.read('ada phone', () => late.promise)
  await cache.read('eve phone', async () => entry('eve'))
  cache.forget('ada ')
  expect(await cache.read('ada phone', async () => entry('new'))).toMatchObject({ value: 'new' })
  late.resolve(entry('old'))
  expect(await early).toMatchObject({ value: 'old', outcome: 'read' })
  expect([cache.get('ada phone')?.value, cache.get('eve phone')?.value]).toEqual(['new', 'eve'])
})

it('an old entry replaces a failed load only for errors for which it may', async () => {
  const clock = { now: 0 }
  const isOutage = (error: unknown) => error instanceof RangeError
  const cache = createCache<string>({
    ages: MINUTE,
    now: () => clock.now,
    entries: 1,
    mayServeStale: isOutage,
  })
  await cache.read('key', async () => entry('old'))
  clock.now = 1_000
  const outage = () => Promise.reject(new RangeError('away'))
  expect(await cache.read('key', outage)).toMatchObject({ value: 'old', outcome: 'stale', stale: true })
  await expect(cache.read('key', () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect')
  clock.now = 60_000
  await expect(cache.read('key', outage)).rejects.toThrow('away')
})

it('the cache drops the least recently used entries above its size', async () => {
  const size = { max: 10, of: (value: string) => value.length }
  const cache = createCache<string>({ ages: MINUTE, now: () => 0, entries: 10, size })
  for (const key of ['a', 'b']) cache.put(key, entry('four'))
  cache.get('a')
  cache.put('c', entry('four'))
  cache.put('huge', entry('more than ten'))
  expect(['a', 'b', 'c', 'huge'].filter((key) => cache.get(key))).toEqual(['a', 'c'])
})
