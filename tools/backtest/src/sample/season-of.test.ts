import { EARLIER_SEASONS, makeEarlierSeason, makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { earlierSeasonsOf, seasonOf } from './season-of.ts'

describe('earlier seasons of a sample league', () => {
  const sample = makeSampleSeason('ash', '2026-04-10')
  const earlier = earlierSeasonsOf(sample)

  it('are the two previous years, latest first, with all games of the league', () => {
    expect(earlier.map(({ year }) => year)).toEqual([2025, 2024])
    expect(earlier).toHaveLength(EARLIER_SEASONS)
    const players = earlier.map(({ rows }) => new Set(rows.batting.map(({ playerId }) => playerId)))
    expect([...(players[0] ?? [])].filter((id) => players[1]?.has(id)).length).toBeGreaterThan(200)
    for (const { rows } of earlier) expect(rows.games).toHaveLength(2430)
  })

  it('distinguish starts from relief appearances', () => {
    for (const { rows } of earlier) expect(rows.pitching.filter(({ started }) => started)).toHaveLength(4860)
  })

  it('are the same for every day of the current season', () => {
    const later = makeSampleSeason('ash', '2026-07-01')
    const fromApril = makeEarlierSeason(sample, 2025).batting
    const fromJuly = makeEarlierSeason(later, 2025).batting
    expect(Buffer.from(fromJuly.data).equals(Buffer.from(fromApril.data))).toBe(true)
  })
})

const DAY = '2026-05-01'
const sample = makeSampleSeason('propsight', DAY)
const season = seasonOf(sample)

describe('seasonOf', () => {
  it('has no rows from its day on, and a schedule for the day with probable starters', () => {
    expect(season.batting.every(({ date }) => date < DAY)).toBe(true)
    expect(season.pitching.every(({ date }) => date < DAY)).toBe(true)
    const today = season.games.filter(({ date }) => date === DAY)
    expect(today).toHaveLength(sample.today.size)
    expect(season.games.every(({ homeStarter, awayStarter }) => homeStarter && awayStarter)).toBe(true)
  })
  it('has nine starting batters in nine places and one starting pitcher per side of a game', () => {
    const [{ gameId } = { gameId: '' }] = season.batting
    for (const home of [true, false]) {
      const batting = season.batting.filter((row) => row.gameId === gameId && row.home === home)
      const started = batting.filter((row) => row.started).map((row) => row.slot)
      expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      const pitching = season.pitching.filter((row) => row.gameId === gameId && row.home !== home)
      expect(pitching.filter((row) => row.started)).toHaveLength(1)
      const sum = (rows: readonly { readonly hits: number }[]) =>
        rows.reduce((hits, row) => hits + row.hits, 0)
      expect(sum(batting)).toBe(sum(pitching))
      expect(new Set(batting.map((row) => row.club))).toEqual(new Set(pitching.map((row) => row.opponent)))
    }
  })
  it('has the batting side, throwing hand and park of every row', () => {
    expect(new Set(season.batting.map((row) => row.bats))).toEqual(new Set(['L', 'R', 'S']))
    expect(new Set(season.pitching.map((row) => row.throws))).toEqual(new Set(['L', 'R']))
    expect(new Set(season.batting.map((row) => row.park)).size).toBe(30)
  })
})
