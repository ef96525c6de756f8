import { makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { seasonOf } from './season-of.ts'

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
