import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Keeps the thread for so long. */
const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('lets the rest of the process in between two slices', async () => {
  const { join } = createTurns(2)
  let inBetween = 0
  let working = true
  const others = (async () => {
    while (working) {
      await setImmediate()
      inBetween += 1
    }
  })()
  const crowd = Array.from({ length: 20 }, () => join().run(() => busy(1)))
  await Promise.all(crowd)
  working = false
  await others
  expect(inBetween).toBeGreaterThan(5)
})

it('serves who joined first, piece by piece', async () => {
  const { join } = createTurns()
  const [first, second] = [join(), join()]
  const order: string[] = []
  const work = async (who: ReturnType<typeof join>, name: string) => {
    for (let piece = 0; piece < 3; piece += 1) await who.run(() => order.push(name))
  }
  await Promise.all([work(second, 'second'), work(first, 'first')])
  expect(order.indexOf('first')).toBeLessThan(2)
  expect(order.lastIndexOf('first')).toBeLessThan(order.lastIndexOf('second'))
})

it('tells a failure to its own, and goes on', async () => {
  const { join } = createTurns()
  const who = join()
  const failing = who.run(() => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(who.run(() => 7)).resolves.toBe(7)
})

it('lets others have their turn between the pieces of someone who is alone', async () => {
  const { join } = createTurns(2)
  const alone = join()
  let others = 0
  const timer = setInterval(() => {
    others += 1
  }, 0)
  for (let piece = 0; piece < 40; piece += 1) {
    await alone.run(() => busy(1))
  }
  clearInterval(timer)
  expect(others).toBeGreaterThan(5)
})
