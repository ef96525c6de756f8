import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { streamGameLogs } from './game-logs.ts'
import { BATTER, createDetailFixture } from './player-detail/testing/detail-fixture.ts'

const PLAYERS = Array.from({ length: 20 }, () => BATTER)
const BUSY_MS = 10

/** Blocks the thread for the given time. */
const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('a cached board yields to the event loop between players, and composes the markets of the run only', async () => {
  const { parts } = await createDetailFixture()
  let rounds = 0
  let isWorking = false
  const composed: { stat: string; round: number }[] = []
  const propEvidence = async () => () => null
  const slowEvidence = async () => (market: { readonly stat: string }) => {
    composed.push({ stat: market.stat, round: rounds })
    busy(BUSY_MS)
    return null
  }
  const records: object[] = []
  const write = async (record: object) => {
    records.push(record)
  }
  await streamGameLogs({ ...parts, propEvidence }, PLAYERS, write)

  const countRounds = async () => {
    for (; isWorking; rounds += 1) await setImmediate()
  }
  isWorking = true
  const counting = countRounds()
  const marketsOf = () => new Set(['Hits'])
  await streamGameLogs({ ...parts, propEvidence: slowEvidence }, PLAYERS, write, marketsOf)
  isWorking = false
  await counting
  expect(composed.map(({ stat }) => stat)).toEqual(PLAYERS.map(() => 'Hits'))
  expect(new Set(composed.map(({ round }) => round)).size).toBeGreaterThan(PLAYERS.length / 2)
  expect(records.at(-1)).toMatchObject({ forecastScope: ['Hits'], forecasts: [{ stat: 'Hits' }] })
})

it('the records of a board are the same objects while nothing changes, whatever other boards need', async () => {
  const { parts } = await createDetailFixture()
  const read = async (markets: ReadonlySet<string> | null) => {
    const records: object[] = []
    await streamGameLogs(
      parts,
      [BATTER],
      async (record) => {
        records.push(record)
      },
      () => markets,
    )
    return records.at(-1)
  }
  const hits = await read(new Set(['Hits']))
  const all = await read(null)
  expect(await read(new Set(['Hits']))).toBe(hits)
  expect(await read(null)).toBe(all)
  expect(all).toMatchObject({ type: 'player', name: BATTER.name })
})
