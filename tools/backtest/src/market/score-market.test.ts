import { PRIOR_WEIGHTS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { forecastStart, quote } from '../testing/season-folders.ts'
import { betterSide, scoreBets, shownSide } from './bets.ts'
import { type JudgedMarket, medianOf, scoreMarket } from './score-market.ts'

/** Chances of 0 to 9 strikeouts with P(over 4.5) = `over`. */
const withOver = (over: number): number[] =>
  Array.from({ length: 10 }, (_, value) => (value < 5 ? (1 - over) / 5 : over / 5))

/** Books and engine have equal weights; without a price the engine has half of its own. */
const weightsOn = () => ({ ...PRIOR_WEIGHTS.moving, market: 0.5, engine: 0.5, lineOnly: 0.5 })
const STRIKEOUTS: JudgedMarket = { stat: 'Pitcher Strikeouts', source: 'books', price: 'first' }
const score = (games: Parameters<typeof scoreMarket>[0], market = STRIKEOUTS) =>
  scoreMarket(games, market, { shipped: weightsOn, relearned: () => PRIOR_WEIGHTS.moving })

describe('scoreMarket', () => {
  it('scores every forecast at the line', () => {
    const figures = score([
      forecastStart({ actual: 6, chances: withOver(0.6), first: [quote(4.5, -150, 130)] }),
      forecastStart({ actual: 2, chances: withOver(0.4), date: '2021-06-02', close: [] }),
    ])
    expect(figures).toMatchObject({ market: 'strikeouts, first line', n: 2, days: 2, overs: 0.5 })
    expect(figures.brier.engine).toBeCloseTo(0.16, 12)
    expect(figures.logLoss.engine).toBeCloseTo(-Math.log(0.6), 12)
    expect(figures.brier.coin).toBe(0.25)
    expect(figures.rows).toMatchObject({ shown: 2, shownLineOnly: 2 })
    expect(figures.logLoss.shown).toBeLessThan(figures.logLoss.coin)
    const lineOnly = 1 / (1 + Math.exp(-0.5 * Math.log(1.5)))
    expect(figures.logLoss.shownLineOnly).toBeCloseTo(-Math.log(lineOnly), 9)
    const market = 0.6 / (0.6 + 100 / 230)
    expect(figures.brier.marketFirst).toBeCloseTo(((1 - market) ** 2 + 0.25) / 2, 12)
    // No book quotes the second game's line at the close.
    expect(figures.rows).toMatchObject({ marketFirst: 2, marketClose: 1, engine: 2 })
    expect(figures.slope.coin).toBeNaN()
    expect(figures.logLoss.constant).toBeCloseTo(Math.LN2, 12)
  })

  it('leaves out pushes, void games and lines without a two-sided book', () => {
    const figures = score([
      forecastStart({ actual: 5, chances: withOver(0.6), line: 5 }),
      forecastStart({ actual: null, chances: withOver(0.6) }),
      forecastStart({ actual: 7, chances: withOver(0.6), first: [quote(4.5, -110, null)] }),
      forecastStart({ actual: 7, chances: withOver(0.6) }),
    ])
    expect(figures).toMatchObject({ n: 1, pushes: 1, voids: 1, withoutTwoSidedBook: 1 })
  })

  it('gives paired differences with intervals by date', () => {
    const games = Array.from({ length: 40 }, (_, at) =>
      forecastStart({
        date: `2021-06-${String(1 + (at % 20)).padStart(2, '0')}`,
        actual: at % 2 === 0 ? 6 : 3,
        chances: withOver(at % 2 === 0 ? 0.6 : 0.4),
      }),
    )
    const [engine, , , coin] = score(games).differences
    expect(engine).toMatchObject({ of: 'engine', against: 'marketFirst', n: 40 })
    expect(engine?.brier.estimate).toBeCloseTo(0.16 - 0.25, 12)
    expect(engine?.brier.low).toBeCloseTo(0.16 - 0.25, 12)
    expect(coin).toMatchObject({ of: 'engine', against: 'coin' })
    expect(coin?.logLoss.estimate).toBeCloseTo(Math.log(0.5) - Math.log(0.6), 12)
  })

  it('compares the errors of the median and of the line', () => {
    const game = forecastStart({ actual: 6, chances: withOver(0.6) })
    expect(medianOf(game.first)).toBe(5)
    expect(score([game]).mae).toEqual({ line: 1.5, engineMedian: 1, engineFairLine: 6 - game.first.fairLine })
  })
})

describe('betterSide', () => {
  const quotes = [quote(4.5, -120, -110), quote(4.5, 105, -130, 'South'), quote(4.5, 120, null, 'East')]

  it('takes the side with the greater claimed profit at its best price', () => {
    const over = betterSide(forecastStart({ actual: 6, chances: withOver(0.5), first: quotes }), 'first')
    expect(over?.claimed).toBeCloseTo(0.5 * 1.2 - 0.5, 12)
    expect(over?.profit).toBeCloseTo(1.2, 12)
    const under = betterSide(forecastStart({ actual: 6, chances: withOver(0.3), first: quotes }), 'first')
    expect(under?.claimed).toBeCloseTo(0.7 * (100 / 110) - 0.3, 12)
    expect(under?.profit).toBe(-1)
  })

  it('returns the stake of a push, and has no profit if void', () => {
    const push = forecastStart({ actual: 5, line: 5, chances: withOver(0.5) })
    expect(betterSide(push, 'first')).toMatchObject({ profit: 0, push: true })
    expect(betterSide(forecastStart({ actual: null, chances: withOver(0.5) }), 'close')?.profit).toBeNull()
    expect(betterSide(forecastStart({ actual: 5, chances: withOver(0.5), close: [] }), 'close')).toBeNull()
  })

  it('makes no bet on the shown chance where no book offers both sides', () => {
    const oneSided = [quote(4.5, 300, null), quote(4.5, 320, null, 'South')]
    const game = forecastStart({ actual: 6, chances: withOver(0.6), first: oneSided })
    expect(betterSide(game, 'first')).not.toBeNull()
    expect(betterSide(game, 'first', shownSide(weightsOn))).toBeNull()
  })

  it('values a bet by the move of the no-vig chance toward its side', () => {
    const facts = { actual: 6, first: [quote(4.5, 100, -100)], close: [quote(4.5, -150, 150)] }
    const over = betterSide(forecastStart({ ...facts, chances: withOver(0.6) }), 'first')
    expect(over?.closingValue).toBeCloseTo(0.1, 12)
    const under = betterSide(forecastStart({ ...facts, chances: withOver(0.4) }), 'first')
    expect(under?.closingValue).toBeCloseTo(-0.1, 12)
    expect(betterSide(forecastStart({ ...facts, chances: withOver(0.4) }), 'close')?.closingValue).toBeNull()
  })
})

describe('scoreBets', () => {
  it('bets above each threshold, with voids apart', () => {
    const even = [quote(4.5, 100, -100)]
    const game = (over: number, actual: number | null) =>
      forecastStart({ actual, chances: withOver(over), first: even, close: even })
    const rules = scoreBets(
      [game(0.51, 6), game(0.54, 3), game(0.58, 6), game(0.58, null), game(0.65, 6)],
      STRIKEOUTS,
      weightsOn,
    )
    expect(rules.slice(0, 4).map(({ threshold, n, voids }) => [threshold, n, voids])).toEqual([
      [0, 4, 1],
      [0.05, 3, 1],
      [0.1, 2, 1],
      [0.2, 1, 0],
    ])
    expect(rules[0]).toMatchObject({
      rule: 'strikeouts, first line, claimed above 0%',
      roi: 0.5,
      low: 0.5,
      high: 0.5,
    })
    expect(rules[3]?.claimed).toBeCloseTo(0.3, 12)
    expect(rules[0]?.closingValue).toMatchObject({ n: 4, estimate: 0 })
  })

  it('has rules of the displayed probability: its interval, and the gate on the record of earlier dates', () => {
    const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2021, 4, 1 + at)))
    const games = days.flatMap((day) =>
      [6, 7, 8, 3].map((actual) =>
        forecastStart({
          date: day.toISOString().slice(0, 10),
          actual,
          chances: withOver(0.7),
          first: [quote(4.5, -105, -115), quote(4.5, 120, -150, 'South')],
        }),
      ),
    )
    const [interval, gate] = scoreBets(games, STRIKEOUTS, weightsOn).slice(4)
    expect(interval).toMatchObject({
      rule: 'strikeouts, first line, shown interval above 0%',
      ...{ kind: 'interval', n: 240, days: 60 },
    })
    // Three of four bets win at +120.
    expect(interval?.roi).toBeCloseTo(0.65, 9)
    // Thirty days with a bet are needed before the first bet at the gate.
    expect(gate).toMatchObject({
      rule: 'strikeouts, first line, at the gate',
      kind: 'gate',
      n: 120,
      days: 30,
    })
    const losing = games.map((game) => ({ ...game, joined: { ...game.joined, actual: 2 } }))
    expect(scoreBets(losing, STRIKEOUTS, weightsOn)[5]).toMatchObject({ n: 0, days: 0 })
  })
})
