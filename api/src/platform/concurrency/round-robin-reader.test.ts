import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRoundRobinReader } from './round-robin-reader.ts'

const chunks = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(8)))
const ended = (stream: Readable) => new Promise<void>((resolve) => stream.once('end', () => resolve()))

it('the round-robin reader yields to the event loop between any two chunks', async () => {
  const readRoundRobin = createRoundRobinReader()
  let rounds = 0
  let working = true
  const countRounds = async () => {
    while (working) {
      await setImmediate()
      rounds += 1
    }
  }
  const counting = countRounds()
  const streams = Array.from({ length: 5 }, () => chunks(20))
  let taken = 0
  const countChunk = () => {
    taken += 1
  }
  for (const stream of streams) readRoundRobin(stream, countChunk)
  await Promise.all(streams.map(ended))
  working = false
  await counting
  expect(taken).toBe(100)
  expect(rounds).toBeGreaterThan(200)
})

it('the round-robin reader continues with other streams when one sends nothing', async () => {
  const readRoundRobin = createRoundRobinReader()
  const silent = new PassThrough()
  readRoundRobin(silent, () => undefined)
  silent.write('x')
  const busy = chunks(10)
  let taken = 0
  readRoundRobin(busy, () => {
    taken += 1
  })
  await ended(busy)
  expect(taken).toBe(10)
})
