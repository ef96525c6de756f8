import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoize } from './memoize.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a result is kept for the interval, and a failure for its own shorter one', async () => {
  const ask = vi.fn(async () => 'read')
  ask.mockRejectedValueOnce(new Error('away'))
  const read = memoize(600_000, 2_000, ask, 15_000)
  await expect(read()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(14_000)
  await expect(read()).rejects.toThrow('away')
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await read()).toBe('read')
  await vi.advanceTimersByTimeAsync(599_000)
  expect(await read()).toBe('read')
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  await read()
  expect(ask).toHaveBeenCalledTimes(3)
})
