import { answer, type BatterInput, refuse, type StatForecast } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { type BatterCase, type Cases, collectCases, type Engine } from './cases.ts'
import { MARKETS } from './markets.ts'
import { biasByMonth, scoreCases } from './score.ts'

const row = (date: string, known: number, over: number): BatterCase => {
  const all = (value: number) => MARKETS.map(() => value)
  const rest = { base: all(0.5), lastTen: all(0.5), season: all(0.5), unknown: all(0.5) }
  const knownBand = MARKETS.map(() => ({ low: known - 0.05, high: known + 0.05 }))
  return { date, gameId: '1', playerId: '1', over: all(over), known: all(known), knownBand, ...rest }
}

describe('biasByMonth', () => {
  it('reports each month separately, so that opposite biases do not cancel', () => {
    const [may, june] = biasByMonth([
      row('2021-06-01', 0.6, 0),
      row('2021-05-01', 0.6, 1),
      row('2021-05-31', 0.4, 1),
    ])
    expect(may).toMatchObject({ month: '2021-05', n: 2 })
    expect(may?.bias[0]).toBeCloseTo(-0.5)
    expect(june).toMatchObject({ month: '2021-06', n: 1 })
    expect(june?.bias[6]).toBeCloseTo(0.6)
    expect(biasByMonth([])).toEqual([])
  })
})

/** Returns one probability for everything, and another when the batting-order place is known. */
const standIn = (unknown: number, known: number, mean = 5): Engine => {
  const say = (stats: readonly string[], chance: number) =>
    answer(
      stats.map((stat): StatForecast => {
        const distribution = { least: 0, atLeast: [1, chance, chance] }
        return {
          stat,
          distribution,
          low: distribution,
          high: distribution,
          mean,
          fairLine: 0.5,
          range80: { low: 0, high: 1 },
        }
      }),
    )
  return {
    forecastBatter: (input: BatterInput, stats) => say(stats, input.slot === null ? unknown : known),
    forecastPitcher: (_input, stats) => say(stats, unknown),
  }
}
const silent: Engine = {
  forecastBatter: () => refuse('no games'),
  forecastPitcher: () => refuse('no starts'),
}

const season = syntheticSeason({ days: 20 })

describe('collectCases', () => {
  const cases = collectCases(season, { engine: standIn(0.25, 0.5) })

  it('includes starters with ten earlier starts', () => {
    expect(cases.batters[0]?.date).toBe('2021-04-11')
    const games = season.games.filter(({ date }) => date >= '2021-04-11').length
    expect(cases.batters).toHaveLength(games * 18)
    expect(cases.refused).toBe(0)
  })

  it('excludes substitutes, pitchers at bat and players with fewer starts', () => {
    const [first] = season.batting.filter(({ date }) => date === '2021-04-20')
    if (!first) throw new Error('no rows')
    const others = {
      ...season,
      batting: season.batting.map((row) => (row === first ? { ...row, started: false } : row)),
    }
    const pitched = {
      ...season,
      batting: season.batting.map((row) => (row === first ? { ...row, pitched: true } : row)),
    }
    const debut = {
      ...season,
      batting: season.batting.map((row) => (row === first ? { ...row, playerId: 'new' } : row)),
    }
    for (const changed of [others, pitched, debut])
      expect(collectCases(changed, { engine: silent }).batters).toHaveLength(cases.batters.length - 1)
  })

  it('forecasts each case with and without the batting-order place', () => {
    expect(cases.batters[0]?.known).toEqual(MARKETS.map(() => 0.5))
    expect(cases.batters[0]?.unknown).toEqual(MARKETS.map(() => 0.25))
  })

  it('computes the baselines from earlier days only', () => {
    const [sample] = cases.batters
    const own = season.batting.filter(
      (row) => row.playerId === sample?.playerId && row.date < (sample?.date ?? ''),
    )
    expect(sample?.lastTen[0]).toBe(own.slice(-10).filter(({ hits }) => hits > 0).length / 10)
    const before = season.batting.filter(({ date }) => date < (sample?.date ?? ''))
    const base = (before.filter(({ hits }) => hits > 0).length + 1) / (before.length + 2)
    expect(sample?.base[0]).toBeCloseTo(base, 12)
    expect(sample?.season[0]).toBeCloseTo(
      (own.filter(({ hits }) => hits > 0).length + 60 * base) / (own.length + 60),
      12,
    )
  })

  it('returns the same cases when split into shares', () => {
    const shares = [0, 1, 2].map((part) =>
      collectCases(season, { engine: standIn(0.25, 0.5), share: { part, of: 3 } }),
    )
    const merged = shares.flatMap(({ batters }) => batters).toSorted((a, b) => a.date.localeCompare(b.date))
    expect(merged).toEqual(cases.batters)
  })

  it('includes announced starting pitchers with an earlier start', () => {
    // A rotation of five: the first start of each pitcher is not judged.
    expect(cases.pitchers[0]?.date).toBe('2021-04-06')
    const { starts, season: mean, actual, playerId } = cases.pitchers[0] ?? {}
    const [own] = season.pitching.filter((row) => row.playerId === playerId)
    expect(starts).toBe(1)
    expect(mean).toEqual([own?.strikeOuts, own?.hits])
    const [row] = season.pitching.filter((each) => each.playerId === playerId && each.date === '2021-04-06')
    expect(actual).toEqual([row?.strikeOuts, row?.hits])
    const unannounced = { ...season, games: season.games.map((game) => ({ ...game, homeStarter: null })) }
    expect(collectCases(unannounced, { engine: silent }).pitchers.length).toBe(cases.pitchers.length / 2)
  })

  it('counts refusals and uses the baseline in their place', () => {
    const refused = collectCases(season, { from: '2021-04-20', engine: silent })
    expect(refused.refused).toBe(2 * refused.batters.length + refused.pitchers.length)
    expect(refused.batters[0]?.known).toEqual(refused.batters[0]?.base)
    expect(refused.pitchers[0]?.engine).toEqual(refused.pitchers[0]?.season)
  })
})

describe('scoreCases', () => {
  const only = (over: number, engine: number, date = '2021-05-01') => ({
    date,
    gameId: 'g',
    playerId: 'p',
    over: MARKETS.map(() => over),
    base: MARKETS.map(() => 0.5),
    lastTen: MARKETS.map(() => 1),
    season: MARKETS.map(() => 0.6),
    known: MARKETS.map(() => engine),
    knownBand: MARKETS.map(() => ({ low: engine - 0.05, high: engine + 0.05 })),
    unknown: MARKETS.map(() => 0.6),
  })
  const cases: Cases = {
    batters: [only(1, 0.8), only(0, 0.4, '2021-05-02')],
    pitchers: [
      {
        date: '2021-05-01',
        gameId: 'g',
        playerId: 'a',
        starts: 3,
        actual: [6, 4],
        season: [5, 6],
        engine: [5.5, 5],
        unknown: [5, 5],
        inside: [1, 0.5, 0, Number.NaN, 1],
      },
      {
        date: '2021-05-02',
        gameId: 'h',
        playerId: 'b',
        starts: 1,
        actual: [2, 4],
        season: [5, 6],
        engine: [4, 8],
        unknown: [4, 8],
        inside: [0, 0, 0, 0, 0],
      },
    ],
    refused: 0,
    leftOut: [],
  }
  const scores = scoreCases(cases)

  it('returns the figures of each market, with known and unknown lineup', () => {
    expect(scores.markets.map(({ market, lineup }) => `${market} ${lineup}`)).toEqual(
      ['known', 'unknown'].flatMap((lineup) => MARKETS.map(({ name }) => `${name} ${lineup}`)),
    )
    const [known] = scores.markets
    expect(known).toMatchObject({ n: 2, baseRate: 0.5 })
    expect(known?.brier.base).toBeCloseTo(0.25, 12)
    expect(known?.brier.lastTen).toBeCloseTo(0.5, 12)
    expect(known?.brier.season).toBeCloseTo((0.16 + 0.36) / 2, 12)
    expect(known?.brier.engine).toBeCloseTo((0.04 + 0.16) / 2, 12)
    expect(known?.skill.season).toBeCloseTo(1 - 0.1 / 0.26, 12)
    expect(known?.bias).toBeCloseTo(0.1, 12)
    expect(known?.ece).toBeCloseTo((0.2 + 0.4) / 2, 12)
    expect(known?.logLoss.lastTen).toBeCloseTo((-Math.log(1e-6) - Math.log(1 - 1e-6)) / 2, 9)
    expect(scores.pooled[0]?.gain).toBeCloseTo(1 - 0.1 / 0.26, 12)
    expect(scores.pooled[1]).toMatchObject({ lineup: 'unknown', gain: 0 })
    expect(scores).toMatchObject({ from: '2021-05-01', to: '2021-05-02', days: 2 })
  })

  it('returns the error of pitcher means, by number of earlier starts', () => {
    const [strikeOuts, hits] = scores.pitchers
    expect(strikeOuts).toMatchObject({ stat: 'Pitcher Strikeouts', sumEarlierStarts: 3, n: 1 })
    expect(strikeOuts?.mae).toEqual({ season: 1, engine: 0.5 })
    expect(strikeOuts?.maeUnknown).toBe(1)
    expect(strikeOuts?.bias).toBe(-0.5)
    expect(hits?.mae).toEqual({ season: 2, engine: 1 })
    const looser = scores.pitchersByStarts.find(
      ({ stat, sumEarlierStarts }) => stat === 'Hits Allowed' && sumEarlierStarts === 1,
    )
    expect(looser?.mae).toEqual({ season: 2, engine: 2.5 })
    expect(looser?.rmse.engine).toBeCloseTo(Math.sqrt((1 + 16) / 2), 12)
  })

  it('returns the share of outcomes inside the 80% intervals, without unknown outcomes', () => {
    expect(scores.pitcherIntervals.map(({ n, coverage }) => [n, coverage])).toEqual([
      [1, 1],
      [1, 0.5],
      [1, 0],
      [0, Number.NaN],
      [1, 1],
    ])
  })

  it('returns rows without figures when no game was judged', () => {
    const none = scoreCases({ batters: [], pitchers: [], refused: 0, leftOut: [] })
    expect(none).toMatchObject({ from: null, to: null, days: 0 })
    expect(none.markets).toHaveLength(2 * MARKETS.length)
    expect(none.markets[0]).toMatchObject({ n: 0, slope: Number.NaN })
  })
})
