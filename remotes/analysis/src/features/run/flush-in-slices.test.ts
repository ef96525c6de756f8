import { beforeEach, expect, it, vi } from 'vitest'
import { gather } from './flush-in-slices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function gathering() {
  const handed: string[][] = []
  return { handed, lots: gather<string>((items) => handed.push([...items])) }
}

it('a sliced stream delivers the first item at once, and yields to rendering before it resumes', async () => {
  const { handed, lots } = gathering()
  const resumed = vi.fn()
  const added = lots.add('a').then(resumed)
  expect(handed).toEqual([['a']])
  await Promise.resolve()
  expect(resumed).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  await added
  expect(resumed).toHaveBeenCalledOnce()
})

it('a sliced stream delivers the items of one time slice together, also when no further item follows', async () => {
  const { handed, lots } = gathering()
  void lots.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await lots.add('b')
  await lots.add('c')
  expect(handed).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(40)
  expect(handed).toEqual([['a'], ['b', 'c']])
})

it('a sliced stream delivers the remaining items at the end, and no item twice', async () => {
  const { handed, lots } = gathering()
  void lots.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await lots.add('b')
  lots.end()
  lots.end()
  await vi.runAllTimersAsync()
  expect(handed).toEqual([['a'], ['b']])
})
