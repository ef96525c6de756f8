import { statForecastSchema } from '@propsight/shared/contracts'
import type { StatForecast } from '@propsight/shared/domain/engine'
import { roundForecast } from '@propsight/shared/domain/prop'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ORDERS, toLeagueTotals } from './engine-records.ts'
import type { ForecastContext } from './forecast-context.ts'
import { computeAllMarkets, type ForecastSubject, forecastInputs, forecastPlayer } from './forecast-player.ts'
import type { OpenGame } from './open-games.ts'

const forecast = (atLeast: readonly number[], least = 0): StatForecast => {
  const distribution = { least, atLeast }
  return {
    stat: 'Hits',
    distribution,
    low: distribution,
    high: distribution,
    mean: 1.234567,
    fairLine: 0.5,
    range80: { low: 0, high: 2 },
  }
}

describe('a serialized forecast', () => {
  it('has four decimals and ends before the first zero', () => {
    expect(roundForecast(forecast([1, 0.654321, 0.00004, 0.00001]))).toEqual({
      stat: 'Hits',
      distribution: { least: 0, atLeast: [1, 0.6543] },
      low: { least: 0, atLeast: [1, 0.6543] },
      high: { least: 0, atLeast: [1, 0.6543] },
      mean: 1.2346,
    })
  })
  it('of hundreds of yards begins at the last value that is reached for sure', () => {
    const yards = Array.from({ length: 700 }, (_, value) => 1 / (1 + Math.exp((value - 250) / 20)))
    const { distribution } = roundForecast(forecast(yards)) ?? {}
    expect(distribution?.least).toBeGreaterThan(30)
    expect(distribution?.atLeast.slice(0, 2)).toEqual([1, 0.9999])
    for (const value of [90, 240, 250, 400]) {
      const sent = distribution?.atLeast[value - distribution.least]
      expect(sent).toBeCloseTo(yards[value] ?? Number.NaN, 4)
    }
  })
  it('never rises and fits its schema for any engine output', () => {
    const chances = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(chances, fc.integer({ min: -20, max: 5 }), (atLeast, least) => {
        const wire = roundForecast(forecast(atLeast, least))
        if (!wire) return
        const sent = statForecastSchema.parse(wire).distribution.atLeast
        expect(sent).toEqual(sent.toSorted((a, b) => b - a))
      }),
    )
  })
  it.each([
    ['a chance that is NaN', forecast([1, Number.NaN])],
    ['an infinite chance', forecast([1, Number.POSITIVE_INFINITY])],
    ['a fractional least value', forecast([1], 0.5)],
    ['no chances', forecast([])],
    ['a mean that is NaN', { ...forecast([1]), mean: Number.NaN }],
  ])('is null with %s', (_, bad) => {
    expect(roundForecast(bad)).toBeNull()
  })
})

describe('the inputs of a forecast', () => {
  const game = {
    gamePk: 7,
    date: '2026-07-15',
    home: true,
    opponentId: 111,
    venueId: 3,
    opposingStarterId: null,
    otherStarterIds: [],
    lineup: [],
    opposingLineup: [],
  } as unknown as OpenGame
  const context = { earlier: [], players: null, starters: new Map(), homes: new Map() }
  const inputsOf = (group: 'hitting' | 'pitching', changes: object, lineup: readonly number[] = []) =>
    forecastInputs(
      { ...context, ...changes } as unknown as ForecastContext,
      { ...game, opposingLineup: lineup } as OpenGame,
      { group, clubId: 147, log: { person: { id: 1 } } } as ForecastSubject,
    )

  it('contain the totals of all players and the opposing line-up for pitchers only', () => {
    const withTotals = { players: { starts: [] } }
    expect(inputsOf('hitting', withTotals, [5])).toEqual(inputsOf('hitting', {}))
    expect(inputsOf('pitching', withTotals)).not.toEqual(inputsOf('pitching', {}))
    expect(inputsOf('pitching', {}, [5])).not.toEqual(inputsOf('pitching', {}))
  })
})

describe('the markets of a player', () => {
  it('are forecast without those that lack counts', () => {
    const compute = (stats: readonly string[]) =>
      stats.includes('Runs')
        ? ({ ok: false, reason: 'no counts' } as const)
        : ({ ok: true, value: stats.map((stat) => ({ ...forecast([1]), stat })) } as const)
    const result = computeAllMarkets(compute, 'hitting')
    const names = result.ok ? result.value.map(({ stat }) => stat) : []
    expect(names).toContain('Hits')
    expect(names).not.toContain('Runs')
  })
})

describe('A09 A14 the forecast of an announced starter', () => {
  const counts = { hits: 1, earnedRuns: 0, runs: 0, baseOnBalls: 0, homeRuns: 0 }
  const game = {
    gamePk: 7,
    date: '2026-07-15',
    home: true,
    opponentId: 111,
    venueId: 17,
    opposingStarterId: null,
    otherStarterIds: [],
    lineup: [],
    opposingLineup: [],
  } as unknown as OpenGame
  const context = {
    totals: toLeagueTotals([], null, null),
    starters: new Map(),
    orders: NO_ORDERS,
    earlier: [],
    players: null,
    homes: new Map(),
  } as unknown as ForecastContext
  /** Seven outings up to July 13; every third one is a start. */
  const subject = (outs: number, battersFaced: number): ForecastSubject => ({
    group: 'pitching',
    clubId: 147,
    log: {
      person: { id: 1, fullName: 'Starter One', pitchHand: { code: 'R' } },
      hitting: [],
      pitching: Array.from({ length: 7 }, (_, index) => ({
        ...counts,
        date: `2026-07-0${index + 1}`,
        gamePk: index,
        opponent: 'BOS',
        homeAway: 'HOME' as const,
        started: index % 3 === 0,
        outs,
        battersFaced,
        strikeOuts: Math.round(outs / 3),
      })),
    } as unknown as ForecastSubject['log'],
  })
  const forecastOf = (outs: number, battersFaced: number, more: Partial<OpenGame> = {}) => {
    const made = forecastPlayer(context, { ...game, ...more }, subject(outs, battersFaced))
    return {
      note: made.forecastNote,
      outs: made.forecasts?.find(({ stat }) => stat === 'Pitching Outs')?.mean ?? 0,
    }
  }

  it('who pitches one inning is of that, with the note', () => {
    const opener = forecastOf(3, 4)
    expect(opener.note).toBe('opener')
    expect(opener.outs).toBeGreaterThan(2.5)
    expect(opener.outs).toBeLessThan(4)
    expect(forecastOf(15, 21).note).toBeUndefined()
  })

  it('is the same at home and away in a neutral park', () => {
    const at = (home: boolean, isNeutral: boolean) => forecastOf(15, 21, { home, isNeutral }).outs
    expect(at(true, true)).toBe(at(false, true))
    expect(at(true, false)).not.toBe(at(false, false))
  })
})
