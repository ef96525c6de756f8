import { describe, expect, it } from 'vitest'
import { FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { drawFootballScores, findFootballState } from './game-state.ts'
import { makeFootballSeason } from './season.ts'

const SEED = 'propsight'
const season = makeFootballSeason(SEED, 2026)
const { games } = season
const after = (startsAt: string, minutes: number) => new Date(Date.parse(startsAt) + minutes * 60_000)

describe('football season', () => {
  it.each([2025, 2026, 2027, 2031])(
    'gives every club of %i 17 games in 18 weeks by the league’s formula',
    (year) => {
      const all = makeFootballSeason(SEED, year).games
      expect(all).toHaveLength(272)
      for (const club of FOOTBALL_CLUBS.keys()) {
        const own = all.filter(({ home, away }) => home === club || away === club)
        expect(own).toHaveLength(17)
        expect(new Set(own.map(({ week }) => week)).size).toBe(17)
        const homes = own.filter(({ home }) => home === club).length
        expect([8, 9]).toContain(homes)
        const others = own.map(({ home, away }) => (home === club ? away : home))
        const division = others.filter((other) => Math.floor(other / 4) === Math.floor(club / 4))
        expect(division).toHaveLength(6)
        expect(others.filter((other) => Math.floor(other / 16) === Math.floor(club / 16))).toHaveLength(12)
        expect(new Set(others).size).toBe(14)
        const rest = Array.from({ length: 18 }, (_, n) => n + 1).find((week) =>
          own.every((game) => game.week !== week),
        )
        expect(rest).toBeGreaterThanOrEqual(5)
        expect(rest).toBeLessThanOrEqual(14)
      }
    },
  )

  it('is identical for the same seed and different for another', () => {
    expect(makeFootballSeason(SEED, 2026)).toEqual(season)
    expect(makeFootballSeason('other', 2026).games).not.toEqual(games)
  })
})

describe('football game', () => {
  it('runs from kickoff to its end and never takes a point back', () => {
    for (const game of games.slice(0, 40)) {
      const moments = Array.from({ length: 48 }, (_, n) =>
        findFootballState(SEED, game, after(game.startsAt, n * 5 - 10)),
      )
      expect(moments[0]?.state).toBe('pre')
      expect(moments[2]).toMatchObject({ state: 'in', period: 1 })
      expect(moments.some(({ state }) => state === 'halftime')).toBe(true)
      expect(moments.at(-1)?.state).toBe('post')
      for (const [at, moment] of moments.entries()) {
        const before = moments[at - 1]
        expect(moment.home).toBeGreaterThanOrEqual(before?.home ?? 0)
        expect(moment.away).toBeGreaterThanOrEqual(before?.away ?? 0)
        expect(moment.period).toBeGreaterThanOrEqual(before?.period ?? 0)
      }
      const scores = drawFootballScores(SEED, game)
      const sum = (home: boolean) => scores.reduce((all, s) => all + (s.home === home ? s.points : 0), 0)
      expect(moments.at(-1)).toMatchObject({ home: sum(true), away: sum(false), clock: 0 })
      expect(sum(true)).not.toBe(sum(false))
    }
  })
})
