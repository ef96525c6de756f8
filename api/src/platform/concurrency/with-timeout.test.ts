import { expect, it } from 'vitest'
import { withTimeout } from './with-timeout.ts'

it('withTimeout returns an early value, returns null after the timeout, and throws an early failure', async () => {
  expect(await withTimeout(Promise.resolve(7), 1_000)).toBe(7)
  expect(await withTimeout(new Promise(() => undefined), 5)).toBeNull()
  await expect(withTimeout(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no')
})
it('withTimeout ignores a failure after the timeout', async () => {
  const { promise, reject } = Promise.withResolvers<number>()
  expect(await withTimeout(promise, 5)).toBeNull()
  reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
