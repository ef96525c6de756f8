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

function boards() {
  const clock = { now: 0 }
  const compress = vi.fn(async (records: readonly GameLogRecord[]) => Buffer.from(JSON.stringify(records)))
  const onError = vi.fn()
  const kept = createBoardCache({ compress, onError, now: () => clock.now })
  const settled = () => vi.waitFor(() => expect(compress.mock.results).not.toHaveLength(0))
  return { clock, compress, kept, onError, settled }
}

describe('cached boards', () => {
  const record = aRecord(0.5)
  const records: GameLogRecord[] = [record, END]

  async function keptBoard() {
    const all = boards()
    all.kept.keep('hits', 1, records)
    all.kept.keep('hits', 1, records)
    await all.settled()
    return all
  }

  it('are compressed at the second request', async () => {
    const { kept, compress } = boards()
    kept.keep('hits', 1, records)
    expect(compress).not.toHaveBeenCalled()
    expect(await kept.find('hits', 1, async () => records)).toBeNull()
    kept.keep('hits', 1, records)
    kept.keep('hits', 1, records)
    expect(compress).toHaveBeenCalledOnce()
  })

  it('are served for three seconds, and longer while a new collection gives the same records', async () => {
    const { kept, clock } = await keptBoard()
    const collect = vi.fn(async () => [record, { ...END }])
    expect((await kept.find('hits', 1, collect))?.records).toBe(records)
    expect(collect).not.toHaveBeenCalled()
    clock.now = 3_000
    const found = await Promise.all([kept.find('hits', 1, collect), kept.find('hits', 1, collect)])
    expect(found.map((board) => board?.records)).toEqual([records, records])
    expect(collect).toHaveBeenCalledOnce()
  })

  it.each([
    ['a log was read again', async () => [{ ...record }, END]],
    ['a record is missing', async () => [END]],
    ['the answers are older', async () => [record, { ...END, stale: true }]],
    ['the collection fails', async () => Promise.reject(new Error('away'))],
    ['the collection does not complete', () => new Promise<GameLogRecord[]>(() => undefined)],
  ])('are not served when %s', async (_, collect) => {
    const { kept, clock } = await keptBoard()
    clock.now = 15_000
    expect(await kept.find('hits', 1, collect)).toBeNull()
  })

  it('are dropped after five minutes without a request', async () => {
    const { kept, clock, compress } = await keptBoard()
    clock.now = 300_000
    const others = [{ ...END, players: 2 }]
    for (let time = 0; time < 2; time += 1) kept.keep('runs', 1, others)
    await vi.waitFor(async () => {
      expect(compress).toHaveBeenCalledTimes(2)
      expect((await kept.find('runs', 1, async () => others))?.records).toBe(others)
    })
    // Its records are unchanged, so it would be served if it were still cached.
    expect(await kept.find('hits', 1, async () => records)).toBeNull()
  })

  it('exclude boards with an unreadable log, so that a new request can read it', async () => {
    const { kept, compress } = boards()
    const partly: GameLogRecord[] = [
      { type: 'missing', name: 'A. Judge', team: 'NYY', group: 'hitting', reason: 'upstream failed' },
      ...records,
    ]
    for (let time = 0; time < 3; time += 1) kept.keep('hits', 1, partly)
    expect(compress).not.toHaveBeenCalled()
  })

  it('are checked again for another reference time', async () => {
    const { kept } = await keptBoard()
    const collect = vi.fn(async () => [END])
    expect(await kept.find('hits', 2, collect)).toBeNull()
    expect(collect).toHaveBeenCalledOnce()
  })

  it('are compressed again after a failed compression', async () => {
    const { kept, compress, onError } = boards()
    compress.mockRejectedValueOnce(new Error('no memory'))
    for (let time = 0; time < 2; time += 1) kept.keep('hits', 1, records)
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(await kept.find('hits', 1, async () => records)).toBeNull()
    await vi.waitFor(() => {
      kept.keep('hits', 1, records)
      expect(compress).toHaveBeenCalledTimes(2)
    })
  })
})
