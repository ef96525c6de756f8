import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { createSharedResponses } from './shared-responses.ts'

function answers(mostChars = 1_000) {
  const clock = { now: 0 }
  return { clock, shared: createSharedResponses<object>(mostChars, () => clock.now) }
}

describe('shared responses', () => {
  it('are built once in three seconds for each key and each reference time', async () => {
    const { clock, shared } = answers()
    const make = vi.fn(async () => ({ lines: [1, 2] }))
    const [one, other] = await Promise.all([shared.read('a', 1, make), shared.read('a', 1, make)])
    clock.now = 2_999
    expect(await shared.read('a', 1, make)).toMatchObject({ value: one.value })
    expect([make.mock.calls.length, other]).toEqual([1, one])
    expect(brotliDecompressSync(one.brotli).toString()).toBe('{"lines":[1,2]}')
    await shared.read('b', 1, make)
    await shared.read('a', 2, make)
    clock.now = 6_000
    await shared.read('a', 2, make)
    expect(make).toHaveBeenCalledTimes(4)
  })

  it('are compressed again only when their content changed', async () => {
    const { clock, shared } = answers()
    const first = await shared.read('a', 1, async () => ({ text: 'same' }))
    clock.now = 3_000
    expect((await shared.read('a', 1, async () => ({ text: 'same' }))).brotli).toBe(first.brotli)
    expect((await shared.read('a', 2, async () => ({ text: 'same' }))).brotli).toBe(first.brotli)
    clock.now = 6_000
    expect((await shared.read('a', 1, async () => ({ text: 'other' }))).text).toBe('{"text":"other"}')
  })

  it('reject all waiting requests when the build fails, and are built anew for the next request', async () => {
    const { shared } = answers()
    const fail = async () => Promise.reject(new Error('away'))
    const results = await Promise.allSettled([shared.read('a', 1, fail), shared.read('a', 1, fail)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await shared.read('a', 1, async () => ({ text: 'back' }))).value).toEqual({ text: 'back' })
  })

  it('are evicted when they exceed the size limit', async () => {
    const { shared } = answers(20)
    const make = vi.fn(async () => ({ a: 'ten' }))
    for (const key of ['a', 'b', 'c', 'a']) await shared.read(key, 1, make)
    expect(make).toHaveBeenCalledTimes(4)
  })
})
