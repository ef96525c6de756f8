import { beforeEach, expect, it, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function gathering() {
  const handed: string[][] = []
  return { handed, lots: gather<string>((items) => handed.push([...items])) }
}

it('hands the first over at once and lets the screen be drawn before the next', async () => {
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

it('hands over together what comes within a slice, though nothing comes after it', async () => {
  const { handed, lots } = gathering()
  void lots.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await lots.add('b')
  await lots.add('c')
  expect(handed).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(40)
  expect(handed).toEqual([['a'], ['b', 'c']])
})

it('leaves nothing behind at the end, and hands nothing over twice', async () => {
  const { handed, lots } = gathering()
  void lots.add('a')
  await vi.advanceTimersByTimeAsync(1)
  await lots.add('b')
  lots.end()
  lots.end()
  await vi.runAllTimersAsync()
  expect(handed).toEqual([['a'], ['b']])
})
