import { EARLIER_SEASONS, makeEarlierSeason, makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { earlierSeasonsOf, seasonOf } from './season-of.ts'

describe('earlier seasons of a sample league', () => {
  const sample = makeSampleSeason('ash', '2026-04-10')
  const { batting, pitching } = earlierSeasonsOf(sample)

  it('contain the two previous years, latest first, each with its league totals', () => {
    const regulars = [...batting.values()].filter((seasons) => seasons.length === EARLIER_SEASONS)
    expect(regulars.length).toBeGreaterThan(200)
    for (const seasons of regulars) expect(seasons.map(({ season }) => season)).toEqual([2025, 2024])
    const [last] = regulars[0] ?? []
    expect(last?.league.games).toBe(4860)
    const sum = [...batting.values()].flatMap((seasons) => seasons.filter(({ season }) => season === 2025))
    const hits = sum.reduce((all, { own }) => all + own.hits, 0)
    expect(hits).toBe(last?.league.hits)
  })

  it('distinguish starts from relief appearances', () => {
    const seasons = [...pitching.values()].flat()
    expect(seasons.every(({ own }) => own.starts <= own.games)).toBe(true)
    const starts = seasons
      .filter(({ season }) => season === 2025)
      .reduce((all, { own }) => all + own.starts, 0)
    expect(starts).toBe(4860)
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
      const [starter] = pitching.filter((row) => row.started)
      expect(new Set(batting.map((row) => row.starterHand))).toEqual(new Set([starter?.throws]))
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
