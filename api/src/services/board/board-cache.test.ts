import type { GameLogRecord } from '@propsight/shared/contracts'
import { describe, expect, it, vi } from 'vitest'
import { aRecord } from '../analysis/testing/record-fixtures.ts'
import { createBoardCache } from './board-cache.ts'

const END: GameLogRecord = {
  type: 'end',
  players: 1,
  missing: 0,
  readAt: '2026-07-15T14:00:00Z',
  stale: false,
}

const FAILED: GameLogRecord = {
  type: 'missing',
  name: 'A. Judge',
  team: 'NYY',
  group: 'hitting',
  reason: 'upstream failed',
}

describe('cached boards', () => {
  const record = aRecord(0.5)
  const records: GameLogRecord[] = [record, END]
  const boardOf = (all: readonly GameLogRecord[]) => ({
    records: all,
    brotli: Buffer.from(JSON.stringify(all)),
  })

  function fixtureWithCachedBoard() {
    const clock = { now: 0 }
    const compress = vi.fn(async (all: readonly GameLogRecord[]) => boardOf(all).brotli)
    const cache = createBoardCache(compress, () => clock.now)
    cache.keep('hits', 1, boardOf(records))
    return { clock, cache, compress }
  }

  it('are served for three seconds, and longer while a new collection gives the same records', async () => {
    const { cache, clock } = fixtureWithCachedBoard()
    const collect = vi.fn(async () => [record, { ...END }])
    expect((await cache.find('hits', 1, collect))?.records).toBe(records)
    expect(collect).not.toHaveBeenCalled()
    clock.now = 3_000
    const found = await Promise.all([cache.find('hits', 1, collect), cache.find('hits', 1, collect)])
    expect(found.map((board) => board?.records)).toEqual([records, records])
    expect(collect).toHaveBeenCalledOnce()
  })

  it('are not replaced by an older board whose check ends later', async () => {
    const { cache, clock } = fixtureWithCachedBoard()
    const collected = Promise.withResolvers<GameLogRecord[]>()
    clock.now = 3_000
    await cache.find('hits', 1, () => collected.promise)
    const newer: GameLogRecord[] = [{ ...record }, END]
    cache.keep('hits', 2, boardOf(newer))
    collected.resolve(records)
    await cache.find('hits', 1, async () => records)
    expect((await cache.find('hits', 2, async () => newer))?.records).toBe(newer)
  })

  it.each([
    ['a log was read again', [{ ...record }, END]],
    ['a record is missing', [END]],
    ['the answers are older', [record, { ...END, stale: true }]],
  ] satisfies [string, GameLogRecord[]][])('are compressed again, once, when %s', async (_, changed) => {
    const { cache, clock, compress } = fixtureWithCachedBoard()
    clock.now = 15_000
    const find = () => cache.find('hits', 1, async () => changed)
    const found = await Promise.all([find(), find()])
    expect(found).toEqual([boardOf(changed), boardOf(changed)])
    expect((await find())?.records).toBe(changed)
    expect(compress).toHaveBeenCalledOnce()
  })

  it.each([
    ['a log cannot be read', async () => [FAILED, ...records]],
    ['the collection fails', async () => Promise.reject(new Error('unavailable'))],
    ['the collection does not complete', () => new Promise<GameLogRecord[]>(() => undefined)],
  ])('are not served when %s', async (_, collect) => {
    const { cache, clock } = fixtureWithCachedBoard()
    clock.now = 15_000
    expect(await cache.find('hits', 1, collect)).toBeNull()
  })

  it('are dropped after five minutes without a request', async () => {
    const { cache, clock } = fixtureWithCachedBoard()
    clock.now = 300_000
    const otherRecords: GameLogRecord[] = [{ ...END, players: 2 }]
    cache.keep('runs', 1, boardOf(otherRecords))
    expect((await cache.find('runs', 1, async () => otherRecords))?.records).toBe(otherRecords)
    // Its records are unchanged, so it would be served if it were still cached.
    expect(await cache.find('hits', 1, async () => records)).toBeNull()
  })

  it('exclude boards with an unreadable log, so that a new request can read it', async () => {
    const { cache } = fixtureWithCachedBoard()
    const withFailedLog = [FAILED, ...records]
    cache.keep('runs', 1, boardOf(withFailedLog))
    expect(await cache.find('runs', 1, async () => withFailedLog)).toBeNull()
  })

  it('are checked again for another reference time', async () => {
    const { cache } = fixtureWithCachedBoard()
    const collect = vi.fn(async () => [END])
    expect((await cache.find('hits', 2, collect))?.records).toEqual([END])
    expect(collect).toHaveBeenCalledOnce()
  })
})
