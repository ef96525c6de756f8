import { expect, it } from 'vitest'
import { inTime } from './with-timeout.ts'

it('inTime returns an early value, returns null after the timeout, and throws an early failure', async () => {
  expect(await inTime(Promise.resolve(7), 1_000)).toBe(7)
  expect(await inTime(new Promise(() => undefined), 5)).toBeNull()
  await expect(inTime(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no')
})
it('inTime ignores a failure after the timeout', async () => {
  const { promise, reject } = Promise.withResolvers<number>()
  expect(await inTime(promise, 5)).toBeNull()
  reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
