import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const full = () => new Error('full')
const workers = (count: number) => Array.from({ length: count }, () => Promise.withResolvers<void>())

it('slots run two jobs at once, queue the next in order and refuse the rest', async () => {
  const slots = createSlots({ maxRunning: 2, waiting: 1, full })
  const begun: number[] = []
  const works = workers(3)
  const runs = works.map((done, id) =>
    slots.run('a', async () => {
      begun.push(id)
      await done.promise
      return id
    }),
  )
  await expect(slots.run('a', async () => 3)).rejects.toThrow('full')
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('failed'))
  await expect(runs[1]).rejects.toThrow('failed')
  for (const done of works) done.resolve()
  expect(await Promise.all([runs[0], runs[2]])).toEqual([0, 2])
  expect(begun).toEqual([0, 1, 2])
  // All slots are free again.
  expect(await Promise.all([slots.run('a', async () => 4), slots.run('a', async () => 5)])).toEqual([4, 5])
})

it('F4 slots run a job of another key at once while one key uses its share and waits for more', async () => {
  const slots = createSlots({ maxRunning: 2, perKey: 1, waiting: 4, full })
  const [done] = workers(1)
  const greedy = [0, 1, 2].map(() => slots.run('greedy', async () => done?.promise))
  await expect(slots.run('greedy', async () => 'more')).rejects.toThrow('full')
  expect(await slots.run('modest', async () => 'at once')).toBe('at once')
  done?.resolve()
  await Promise.all(greedy)
})

it('F4 slots free the place of a waiting job when the job is aborted', async () => {
  const slots = createSlots({ maxRunning: 1, waiting: 2, full })
  const [done] = workers(1)
  const first = slots.run('a', async () => done?.promise)
  const controller = new AbortController()
  const begun: string[] = []
  const aborted = slots.run('b', async () => begun.push('aborted'), controller.signal)
  const next = slots.run('c', async () => begun.push('next'), new AbortController().signal)
  controller.abort()
  await expect(aborted).rejects.toThrow('full')
  await expect(slots.run('b', async () => 0, AbortSignal.abort())).rejects.toThrow('full')
  done?.resolve()
  await Promise.all([first, next])
  expect(begun).toEqual(['next'])
  expect(await slots.run('a', async () => 'free')).toBe('free')
})
