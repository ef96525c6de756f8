import { beforeEach, expect, it, vi } from 'vitest'
import { flushInSlices } from './run-analysis.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function bufferOf() {
  const delivered: string[][] = []
  return { delivered, buffer: flushInSlices<string>((items) => delivered.push([...items])) }
}

it('a sliced stream delivers the first item at once, and yields to rendering before it resumes', async () => {
  const { delivered, buffer } = bufferOf()
  const resumed = vi.fn()
  const added = buffer.add('a').then(resumed)
  expect(delivered).toEqual([['a']])
  await Promise.resolve()
  expect(resumed).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  await added
  expect(resumed).toHaveBeenCalledOnce()
})

it('a sliced stream delivers the items of one time slice together, also when no further item follows', async () => {
  const { delivered, buffer } = bufferOf()
  void buffer.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await buffer.add('b')
  await buffer.add('c')
  expect(delivered).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(40)
  expect(delivered).toEqual([['a'], ['b', 'c']])
})

it('a sliced stream delivers the remaining items at the end, and no item twice', async () => {
  const { delivered, buffer } = bufferOf()
  void buffer.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await buffer.add('b')
  buffer.end()
  buffer.end()
  await vi.runAllTimersAsync()
  expect(delivered).toEqual([['a'], ['b']])
})
