import { expect, it } from 'vitest'
import { createLoadOnce } from './load-once.ts'

it('P8 createLoadOnce makes one call per key, also for parallel callers, and another one after a failure', async () => {
  const once = createLoadOnce<number>()
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

it('createLoadOnce drops the oldest key', async () => {
  const once = createLoadOnce<number>()
  for (let key = 0; key <= 100; key += 1) await once(`${key}`, async () => key)
  expect(await once('0', async () => -1)).toBe(-1)
  expect(await once('100', async () => -1)).toBe(100)
})
