import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { instantTimer } from '../testing/fake-timer.ts'
import { createReadThrough } from './read-through.ts'

const ages = { freshMs: 1_000, graceMs: 10_000, keepMs: 60_000 }

function setUp(entries = 10) {
  const timer = instantTimer()
  const cache = createReadThrough({
    name: 'test',
    schema: z.string(),
    ages,
    entries,
    timer,
    redis: null,
    log: pino({ level: 'silent' }),
  })
  let loads = 0
  const load = async () => {
    loads += 1
    return `answer ${loads}`
  }
  return { timer, cache, load, loads: () => loads }
}
const fail = async (): Promise<string> => {
  throw new Error('away')
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the read-through cache', () => {
  it('loads once for parallel callers', async () => {
    const { cache, load, loads } = setUp()
    const reads = await Promise.all(Array.from({ length: 20 }, () => cache.read('key', load)))
    expect(new Set(reads.map(({ value }) => value))).toEqual(new Set(['answer 1']))
    expect(loads()).toBe(1)
  })
  it('returns a fresh entry with its age', async () => {
    const { cache, load, loads, timer } = setUp()
    await cache.read('key', load)
    timer.skip(900)
    expect(await cache.read('key', load)).toMatchObject({ value: 'answer 1', ageSeconds: 1, stale: false })
    expect(loads()).toBe(1)
  })
  it('returns an entry in its grace time at once and refreshes it in the background', async () => {
    const { cache, load, timer } = setUp()
    await cache.read('key', load)
    timer.skip(5_000)
    expect(await cache.read('key', load)).toMatchObject({ value: 'answer 1', ageSeconds: 5, stale: false })
    await turn()
    expect(await cache.read('key', load)).toMatchObject({ value: 'answer 2', ageSeconds: 0 })
  })
  it('marks an entry as stale after a failed refresh until a refresh succeeds', async () => {
    const { cache, load, timer } = setUp()
    await cache.read('key', load)
    timer.skip(5_000)
    expect((await cache.read('key', fail)).stale).toBe(false)
    await turn()
    expect((await cache.read('key', fail)).stale).toBe(true)
    await turn()
    await cache.read('key', load)
    await turn()
    expect(await cache.read('key', load)).toMatchObject({ value: 'answer 2', stale: false })
  })
  it('returns an old entry as the last resort and throws when there is none', async () => {
    const { cache, load, timer } = setUp()
    await expect(cache.read('key', fail)).rejects.toThrow('away')
    await cache.read('key', load)
    timer.skip(30_000)
    expect(await cache.read('key', fail)).toMatchObject({ value: 'answer 1', ageSeconds: 30, stale: true })
    expect(await cache.read('key', load)).toMatchObject({ value: 'answer 2', stale: false })
    timer.skip(60_001)
    await expect(cache.read('key', fail)).rejects.toThrow('away')
  })
  it('keeps a bounded number of keys', async () => {
    const { cache, load, loads } = setUp(3)
    for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.read(key, load)
    await cache.read('e', load)
    expect(loads()).toBe(5)
    await cache.read('a', load)
    expect(loads()).toBe(6)
  })
})
