import { describe, expect, it } from 'vitest'
import { announcedShares, guessShares } from '../compose/opposing-lineup.ts'
import type { BattingTotals, OpposingBatter, OpposingLineup, PitcherInput } from '../input.ts'
import { leagueRates } from '../league-rates.ts'
import { batting, LEAGUE, pitcherInput, starts } from '../testing/pitcher-input.ts'
import { PITCHING } from './constants.ts'
import { forecastPitcher } from './forecast-pitcher.ts'
import { lineupRates } from './lineup-rates.ts'

const DATE = '2026-07-02'
const league = leagueRates(LEAGUE, DATE, PITCHING.league)
/** 300 plate appearances at the league's rates. */
const batter = (more: Partial<BattingTotals> = {}): BattingTotals =>
  batting(80, { plateAppearances: 304, ...scaled(80 / 10), ...more })
function scaled(games: number): Partial<BattingTotals> {
  const { games: _, ...counts } = batting(games)
  return counts
}
const lineup = (totals: BattingTotals | null, more: Partial<OpposingBatter> = {}): OpposingLineup => ({
  announced: true,
  batters: announcedShares([1, 2, 3, 4, 5, 6, 7, 8, 9]).map(({ share }) => ({ share, totals, ...more })),
})
const ratesOf = (given: OpposingLineup | null, date = DATE) =>
  lineupRates(given, league, date, PITCHING.league)

const strikeOuts = (more: Partial<PitcherInput>): number => {
  const forecast = forecastPitcher(pitcherInput(starts(10), more), ['Pitcher Strikeouts'])
  return forecast.ok ? (forecast.value[0]?.mean ?? Number.NaN) : Number.NaN
}

describe('lineupRates', () => {
  it('are near 0 for batters with the rates of the league or without a record', () => {
    for (const totals of [batter(), null]) {
      const rates = ratesOf(lineup(totals))
      for (const rate of Object.values(rates ?? { none: 9 })) expect(Math.abs(rate)).toBeLessThan(0.03)
    }
  })

  it('are unknown without a lineup, without batters, and without a positive share', () => {
    expect(ratesOf(null)).toBeNull()
    expect(ratesOf({ announced: true, batters: [] })).toBeNull()
    expect(ratesOf(lineup(batter(), { share: 0 }))).toBeNull()
    expect(ratesOf(lineup(batter(), { share: Number.NaN }))).toBeNull()
  })

  it('give batters who strike out more a higher rate, and shrink a short record', () => {
    const many = ratesOf(lineup(batter({ strikeOuts: 110 })))?.strikeOuts ?? 0
    const few = ratesOf(lineup(batter({ strikeOuts: 40 })))?.strikeOuts ?? 0
    const short = ratesOf(lineup(batting(1, { plateAppearances: 4, strikeOuts: 3 })))?.strikeOuts ?? 0
    expect(many).toBeGreaterThan(0.2)
    expect(few).toBeLessThan(-0.2)
    expect(short).toBeGreaterThan(0)
    expect(short).toBeLessThan(0.2)
  })

  it('count earlier seasons relative to their own league', () => {
    const own = batter({ strikeOuts: 110 })
    const usual = ratesOf(lineup(null, { earlier: [{ season: 2025, own, league: LEAGUE }] }))
    const sameAsLeague = { ...LEAGUE, strikeOuts: (110 / 304) * LEAGUE.plateAppearances }
    const average = ratesOf(lineup(null, { earlier: [{ season: 2025, own, league: sameAsLeague }] }))
    expect(usual?.strikeOuts).toBeGreaterThan(0.15)
    expect(average?.strikeOuts).toBeCloseTo(0, 1)
  })

  it('treat a pitcher at bat as one before 2022 only', () => {
    const pitchers = lineup(null, { pitcher: true })
    expect(ratesOf(pitchers, '2019-07-02')?.strikeOuts).toBeGreaterThan(0.5)
    expect(ratesOf(pitchers)?.strikeOuts).toBeCloseTo(0, 5)
  })

  it('are bounded for impossible totals', () => {
    const wrong = batter({ strikeOuts: Number.POSITIVE_INFINITY, hits: -5, baseOnBalls: 1e9 })
    for (const rate of Object.values(ratesOf(lineup(wrong)) ?? { none: Number.NaN }))
      expect(Math.abs(rate)).toBeLessThan(Math.log(3) + 1e-9)
  })
})

describe('forecastPitcher with a lineup', () => {
  it('expects more strikeouts against batters who strike out more', () => {
    const few = strikeOuts({ lineup: lineup(batter({ strikeOuts: 40 })) })
    const usual = strikeOuts({ lineup: lineup(batter()) })
    const many = strikeOuts({ lineup: lineup(batter({ strikeOuts: 110 })) })
    expect(few).toBeLessThan(usual * 0.9)
    expect(many).toBeGreaterThan(usual * 1.1)
  })

  it('uses the totals of the club where the lineup is unknown', () => {
    const club = batting(80, { strikeOuts: 11 * 80 })
    expect(strikeOuts({ opponent: club, lineup: null })).toBe(strikeOuts({ opponent: club }))
    expect(strikeOuts({ opponent: club })).toBeGreaterThan(strikeOuts({ opponent: batting(80) }) * 1.1)
  })
})

describe('shares of a lineup', () => {
  const ORDER = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const sum = (shares: readonly { share: number }[]) => shares.reduce((all, { share }) => all + share, 0)

  it('fall from the first to the ninth place and sum to one', () => {
    const shares = announcedShares([...ORDER, 'pitcher'])
    expect(shares.map(({ id }) => id)).toEqual(ORDER)
    expect(sum(shares)).toBeCloseTo(1, 3)
    expect(shares.map(({ share }) => share)).toEqual(
      shares.map(({ share }) => share).toSorted((a, b) => b - a),
    )
  })

  const batters = (order: readonly string[], pitcher = '') =>
    order.map((id) => ({ id, pitcher: id === pitcher }))
  const WITH_PITCHER = [...ORDER.slice(0, 8), 'p']

  it('are guessed from recent complete orders, the latest with most weight', () => {
    const bench = [...ORDER.slice(0, 8), 'x']
    const shares = guessShares(
      [ORDER, bench, ['incomplete']].map((order) => batters(order)),
      false,
    )
    const shareOf = (name: string) => shares.find(({ id }) => id === name)?.share ?? 0
    expect(sum(shares)).toBeCloseTo(1, 3)
    expect(shareOf('x')).toBeGreaterThan(shareOf('i'))
    expect(shareOf('i')).toBeGreaterThan(0)
    expect(shareOf('incomplete')).toBe(0)
    expect(guessShares([], true)).toEqual([])
  })

  it('forget orders before the last ten', () => {
    const orders = [['old', ...ORDER.slice(1)], ...Array.from({ length: 10 }, () => ORDER)]
    const shares = guessShares(
      orders.map((order) => batters(order)),
      false,
    )
    expect(shares.map(({ id }) => id)).not.toContain('old')
  })

  it('have one unnamed pitcher at the ninth place instead of the pitchers of recent games', () => {
    const other = [...ORDER.slice(0, 8), 'q']
    const shares = guessShares([batters(WITH_PITCHER, 'p'), batters(other, 'q')], true)
    expect(shares.map(({ id }) => id)).toEqual([...ORDER.slice(0, 8), null])
    expect(shares.map(({ pitcher }) => pitcher)).toEqual([...Array(8).fill(false), true])
    expect(sum(shares)).toBeCloseTo(1, 3)
    expect(shares.at(-1)?.share).toBeCloseTo(announcedShares(ORDER).at(-1)?.share ?? 0, 3)
  })

  it('have no pitcher where a designated hitter bats', () => {
    const shares = guessShares([batters(WITH_PITCHER, 'p'), batters(ORDER)], false)
    expect(shares.map(({ id }) => id)).toEqual(ORDER)
  })
})
