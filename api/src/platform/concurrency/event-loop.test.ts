import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { jsonInSlices, meterWork, runSlice, watchEventLoopUse } from './event-loop.ts'

/** Blocks the thread for the given time. */
const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function runSlices(count: number) {
  for (let slice = 0; slice < count; slice += 1) {
    await runSlice(() => busy(2))
  }
}

/** @returns the rounds of the event loop, and the longest time between two of them, during the work */
async function countRounds(work: Promise<unknown>) {
  let working = true
  let rounds = 0
  let longestMs = 0
  const count = async () => {
    for (let last = performance.now(); working; last = performance.now()) {
      await setImmediate()
      rounds += 1
      longestMs = Math.max(longestMs, performance.now() - last)
    }
  }
  const counting = count()
  await work
  working = false
  await counting
  return { rounds, longestMs }
}

it('a long job yields to the event loop between its slices', async () => {
  expect((await countRounds(runSlices(40))).rounds).toBeGreaterThan(20)
})

it('slices of an account that has used less of its budget run first', async () => {
  const order: number[] = []
  const ask = (used: number) => meterWork({ ms: 0, used }, () => runSlice(() => order.push(used)))
  // The first one runs before the others arrive.
  await Promise.all([ask(0.9), ask(0.8), ask(0.1), ask(0.3)])
  expect(order).toEqual([0.9, 0.1, 0.3, 0.8])
})

it('many long jobs together block the event loop no longer than one', async () => {
  const jobs = Array.from({ length: 150 }, () => runSlices(2))
  const { rounds, longestMs } = await countRounds(Promise.all(jobs))
  expect(rounds).toBeGreaterThan(20)
  // Without the shared limit the first slices alone would block it for 300 ms.
  expect(longestMs).toBeLessThan(200)
})

it('slices run in the order of their calls, and a failed slice does not stop the next one', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    for (let slice = 0; slice < 3; slice += 1) await runSlice(() => order.push(name))
  }
  const failing = runSlice(() => {
    throw new Error('no')
  })
  await Promise.all([expect(failing).rejects.toThrow('no'), work('first'), work('second')])
  expect(order).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
})

it('the JSON of an object is the same in slices', async () => {
  const value = {
    a: [1, undefined, 'x', { b: [null] }],
    none: undefined,
    empty: [],
    many: Array(450).fill({ n: 1 }),
    'q"': 0,
  }
  expect(await jsonInSlices(value)).toBe(JSON.stringify(value))
})

it('the use of the event loop rises with work and falls without', async () => {
  const uses: number[] = []
  const measured = Promise.withResolvers<void>()
  const use = watchEventLoopUse(() => {
    uses.push(use())
    if (uses.length < 2) busy(250)
    if (uses.length === 4) measured.resolve()
  })
  await measured.promise
  expect(uses[1]).toBeGreaterThan(0.2)
  expect(uses[3]).toBeLessThan(uses[2] ?? 0)
})
