import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createScheduler } from './cooperative-scheduler.ts'

/** Blocks the thread for the given time. */
const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('the cooperative scheduler yields to the event loop between two slices', async () => {
  const { join } = createScheduler(2)
  let inBetween = 0
  let working = true
  const countRounds = async () => {
    while (working) {
      await setImmediate()
      inBetween += 1
    }
  }
  const counting = countRounds()
  const crowd = Array.from({ length: 20 }, () => join().run(() => busy(1)))
  await Promise.all(crowd)
  working = false
  await counting
  expect(inBetween).toBeGreaterThan(5)
})

it('the cooperative scheduler serves jobs in the order they were registered, one slice at a time', async () => {
  const { join } = createScheduler()
  const first = join()
  const second = join()
  const order: string[] = []
  const work = async (job: ReturnType<typeof join>, name: string) => {
    for (let slice = 0; slice < 3; slice += 1) await job.run(() => order.push(name))
  }
  await Promise.all([work(second, 'second'), work(first, 'first')])
  expect(order.indexOf('first')).toBeLessThan(2)
  expect(order.lastIndexOf('first')).toBeLessThan(order.lastIndexOf('second'))
})

it('the cooperative scheduler rejects a failed slice and continues with the next one', async () => {
  const { join } = createScheduler()
  const job = join()
  const failing = job.run(() => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(job.run(() => 7)).resolves.toBe(7)
})

it('the cooperative scheduler yields between the slices of a single job', async () => {
  const { join } = createScheduler(2)
  const alone = join()
  let others = 0
  const timer = setInterval(() => {
    others += 1
  }, 0)
  for (let slice = 0; slice < 40; slice += 1) {
    await alone.run(() => busy(1))
  }
  clearInterval(timer)
  expect(others).toBeGreaterThan(5)
})
