import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServedRow } from '../../repositories/remotes.ts'
import { createServedCanaries } from './load-reports.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function served(record = async (_rows: ServedRow[]): Promise<void> => undefined) {
  const written: ServedRow[][] = []
  const made = createServedCanaries({
    repository: {
      async recordServed(rows) {
        await record(rows)
        written.push(rows)
      },
    },
    log: pino({ level: 'silent' }),
  })
  const add = (change: Partial<Parameters<typeof made.add>[0]> = {}) =>
    made.add({
      name: 'picks',
      version: '1.0.0',
      generation: 1,
      visitor: randomUUID(),
      source: randomUUID(),
      ...change,
    })
  return { ...made, add, written }
}

describe('F2 records of served canaries', () => {
  it('are written in one batch within a second, once per visitor and rollout generation', async () => {
    const { add, written } = served()
    for (const visitor of ['a', 'b', 'a']) add({ visitor })
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written.map((rows) => rows.map(({ visitor }) => visitor))).toEqual([['a', 'b']])
    add({ visitor: 'a' })
    add({ visitor: 'a', generation: 2 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written.map((rows) => rows.length)).toEqual([2, 1])
    expect(Object.keys(written[1]?.[0] ?? {}).toSorted()).toEqual(['name', 'source', 'version', 'visitor'])
  })

  it('are limited per address, and in total while the data service is down', async () => {
    let unavailable = true
    const { add, written, flush } = served(async () => {
      if (unavailable) throw new Error('unavailable')
    })
    for (let count = 0; count < 1_000; count += 1) add({ source: 'one' })
    for (let count = 0; count < 3_000; count += 1) add()
    await flush()
    unavailable = false
    await flush()
    expect(written.map((rows) => rows.length)).toEqual([2_000])
    expect(written[0]?.filter(({ source }) => source === 'one')).toHaveLength(20)
  })

  it('are all written on close, one write after another', async () => {
    const first = Promise.withResolvers<void>()
    const { add, written, flush, close } = served(() => first.promise)
    add({ visitor: 'a' })
    const flushing = flush()
    await vi.advanceTimersByTimeAsync(0)
    add({ visitor: 'b' })
    const closing = close()
    expect(written).toEqual([])
    first.resolve()
    await Promise.all([flushing, closing])
    expect(written.map((rows) => rows.map(({ visitor }) => visitor))).toEqual([['a'], ['b']])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(written).toHaveLength(2)
  })
})
