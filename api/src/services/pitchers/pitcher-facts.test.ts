import { type PitchingGame, pitcherFactsSchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { clubHittingSchema } from '../../sources/stats/format/season-stats.ts'
import { clubHittingSplit } from '../../sources/testing/stats-bodies.ts'
import { daysOfRest, opponentRates, pitcherFacts, seasonRates } from './pitcher-facts.ts'
import type { Probable } from './probable-pitchers.ts'

const game = (date: string, more: Partial<PitchingGame> = {}): PitchingGame => ({
  date,
  gamePk: 1,
  opponent: 'BOS',
  homeAway: 'HOME',
  started: true,
  outs: 18,
  battersFaced: 24,
  strikeOuts: 6,
  hits: 5,
  earnedRuns: 2,
  runs: 2,
  baseOnBalls: 1,
  homeRuns: 0,
  ...more,
})
const pitcher: Probable = {
  shown: {
    id: 2,
    name: 'Pat Pitch',
    teamId: 147,
    teamAbbr: 'NYY',
    teamName: 'New York Yankees',
    oppId: 111,
    oppAbbr: 'BOS',
    oppName: 'Boston Red Sox',
    home: true,
    gameTime: '2026-05-03T23:05:00Z',
    gamePk: 900,
    venueName: 'Yankee Stadium',
    hand: 'R',
  },
  venueId: 3313,
  opposingLineup: [],
  opposingStarterId: null,
  debutSeason: 2019,
  opponentNames: new Set(['BOS', 'Boston Red Sox']),
}
const factsOf = (games: PitchingGame[], more: object = {}) =>
  pitcherFacts({
    pitcher,
    phase: 'strikeouts',
    date: '2026-05-03',
    games,
    history: { games: [], missingSeasons: [] },
    opponent: undefined,
    expected: { forecastMissing: 'none' },
    lineup: undefined,
    ...more,
  })

describe('H3 season rates', () => {
  it('match the official formulas for 17⅔ innings, 5 earned runs, 14 hits, 4 walks and 19 strikeouts', () => {
    const rates = seasonRates([
      game('2026-04-01', { outs: 20, earnedRuns: 1, hits: 4, baseOnBalls: 2, strikeOuts: 9 }),
      game('2026-04-06', { outs: 32, earnedRuns: 4, hits: 9, baseOnBalls: 2, strikeOuts: 10 }),
      game('2026-04-09', { outs: 1, earnedRuns: 0, hits: 1, baseOnBalls: 0, strikeOuts: 0, started: false }),
    ])
    expect(rates.era).toBeCloseTo(2.547, 3)
    expect(rates.whip).toBeCloseTo(1.019, 3)
    expect(rates.strikeOutsPer9).toBeCloseTo(9.679, 3)
    expect(rates.hitsPer9).toBeCloseTo(7.132, 3)
    expect(rates.starts).toBe(2)
  })
  it('are null before the first out', () => {
    const unknown = { era: null, whip: null, strikeOutsPer9: null, hitsPer9: null }
    expect(seasonRates([])).toEqual({ ...unknown, starts: 0 })
    expect(seasonRates([game('2026-04-01', { outs: 0 })])).toEqual({ ...unknown, starts: 1 })
  })
})

describe('opponent rates', () => {
  it('match the formulas for 3,420 appearances, 306 walks and hit batters, 720 strikeouts and 720 hits', () => {
    const rates = opponentRates(clubHittingSchema.parse(clubHittingSplit(111)))
    expect(rates.strikeOutRate).toBeCloseTo(720 / 3_420, 6)
    expect(rates.contactRate).toBeCloseTo(1 - 720 / 3_114, 6)
    expect(rates.hitRate).toBeCloseTo(720 / 3_114, 6)
  })
  it('are null without a season or before its first game', () => {
    const unknown = { strikeOutRate: null, contactRate: null, hitRate: null }
    expect(opponentRates(undefined)).toEqual(unknown)
    expect(opponentRates(clubHittingSchema.parse(clubHittingSplit(111, 0)))).toEqual(unknown)
  })
})

it.each([
  ['2026-04-27', 5],
  ['2026-05-02', 0],
  ['2026-05-03', 0],
  ['2026-03-26', 37],
  [undefined, null],
])('a last start on %s gives %s days of rest', (last, days) => {
  expect(daysOfRest(last, '2026-05-03')).toBe(days)
})

describe('the facts of a pitcher', () => {
  const days = Array.from({ length: 13 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`)

  it('contain the last ten starts, newest last, without relief games', () => {
    const games = days.map((day, at) => game(day, { started: at !== 12 }))
    const facts = factsOf(games)
    expect(facts.recent.map(({ date }) => date)).toEqual(days.slice(2, 12))
    expect(facts.daysOfRest).toBe(19)
    expect(facts).not.toHaveProperty('missingSeasons')
    expect(pitcherFactsSchema.parse(facts)).toEqual(facts)
  })
  it('contain the starts against the opponent by code or name, earlier seasons first', () => {
    const past = game('2024-06-01')
    const facts = factsOf(
      [
        game('2026-04-01', { opponent: 'Boston Red Sox' }),
        game('2026-04-02', { opponent: 'TOR' }),
        game('2026-04-03', { started: false }),
      ],
      { history: { games: [past], missingSeasons: [2023] } },
    )
    expect(facts.vsOpponent.map(({ date }) => date)).toEqual(['2024-06-01', '2026-04-01'])
    expect(facts.missingSeasons).toEqual([2023])
  })
  it.each([
    ['strikeouts', 'Pitcher Strikeouts'],
    ['hits-allowed', 'Hits Allowed'],
  ] as const)('contain the forecast of their phase: %s', (phase, stat) => {
    const one = { least: 0, atLeast: [1] }
    const forecasts = ['Hits Allowed', 'Pitcher Strikeouts'].map((name) => ({
      stat: name,
      distribution: one,
      low: one,
      high: one,
      mean: 0,
    }))
    const facts = factsOf([], { phase, expected: { forecasts, engine: 'e' } })
    expect(facts).toMatchObject({ phase, forecast: { stat }, engine: 'e' })
    expect(facts.forecastMissing).toBeUndefined()
    expect(factsOf([], { phase, expected: { forecasts: [] } }).forecastMissing).toBe('none for these stats')
  })
})
