import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineFacts } from '../../analysis/wording/facts.ts'
import { anyFacts, someFacts } from '../../analysis/wording/testing/line-facts.ts'
import { insightsOf } from './insights.ts'
import type { ParlayFigures } from './parlay.ts'

const figures = (changes: Partial<ParlayFigures> = {}): ParlayFigures => ({
  overallConfidence: 41.2,
  interval: { low: 33, high: 50.1 },
  independent: 38.9,
  expectedValue: { value: 23.6, low: -1.2, high: 50.3 },
  recommendedUnits: 0,
  words: 'no edge shown',
  pays: 3,
  breakEven: 33.3,
  unpriced: null,
  ...changes,
})
const strong = someFacts()
const weak = someFacts({
  name: 'Ann Roe',
  stat: 'Pitcher Strikeouts',
  group: 'pitching',
  side: 'UNDER',
  line: 5.5,
  chance: 58,
  low: 50,
  high: 66,
  trend: null,
  window: { over: 3, under: 7, push: 0, games: 10, rate: 0.3 },
  lineup: null,
})

describe('P9 Strength, Trend and Risk', () => {
  it('state the strongest leg, the recent results and the risk', () => {
    expect(insightsOf(figures(), [strong, weak])).toEqual({
      primary:
        'Both legs hit with 41.2% (80% interval 33.0% to 50.1%). That legs share a game lifts it: unconnected legs ' +
        'would all hit with 38.9%. Its likeliest leg is José Peña Jr., 63% likely to go over 1.5 total bases.',
      trend:
        'José Peña Jr. went over 1.5 total bases in 8 of the last 10 games, and the form is up, for the over: 2.4 a game in the ' +
        'last 5 games, 1.9 a game in the last 10. Ann Roe went under 5.5 strikeouts in 7 of the last 10 starts.',
      risk:
        'Its least likely leg is Ann Roe, 58% likely to go under 5.5 strikeouts (80% interval 50% to 66%). It returns ' +
        'its stake at 33.3%, and wins 23.6% of it on average (80% interval -1.2% to 50.3%): no edge shown.',
    })
  })
  it('state a shared game, a loss, a missing payout and an open batting order as risks', () => {
    const open = someFacts({ lineup: { announced: false, slot: null } })
    const none = { expectedValue: null, recommendedUnits: null, pays: null, breakEven: null }
    const unpriced = 'no public payout for this number of legs'
    const { primary, risk } = insightsOf(figures({ independent: 45, ...none, unpriced }), [
      strong,
      open,
      weak,
    ])
    expect(primary).toMatch(/^All 3 legs hit with 41\.2%/)
    expect(primary).not.toContain('share a game')
    expect(risk).toContain('That legs share a game lowers it: unconnected legs would all hit with 45.0%.')
    expect(risk).toContain('It has no value: no public payout for this number of legs, no edge shown.')
    expect(risk).toContain('The batting order is not announced for 1 of 3 legs.')
    const losing = insightsOf(figures({ expectedValue: { value: -8.4, low: -20, high: 4 } }), [strong, weak])
    expect(losing.risk).toContain('and loses 8.4% of it on average')
  })
  it('state that there are no games to count when no player has played this season', () => {
    const idle = someFacts({ window: { over: 0, under: 0, push: 0, games: 0, rate: null } })
    expect(insightsOf(figures(), [idle, idle]).trend).toBe('No leg has a game of this season to count.')
  })
  it('contain only percentages of the parlay or its legs and respect the maximum length', () => {
    fc.assert(
      fc.property(fc.array(anyFacts, { minLength: 2, maxLength: 10 }), (legs: LineFacts[]) => {
        const { primary, trend, risk } = insightsOf(figures(), legs)
        const known = new Set(
          [
            41.2,
            33,
            50.1,
            38.9,
            23.6,
            1.2,
            50.3,
            33.3,
            80,
            ...legs.flatMap(({ chance, low, high }) => [chance, low, high]),
          ].map((value) => `${Math.abs(value)}`),
        )
        for (const text of [primary, trend, risk]) {
          expect(text.length).toBeLessThanOrEqual(600)
          for (const [, value] of text.matchAll(/(\d+(?:\.\d+)?)%/g))
            expect(known).toContain(`${Number(value)}`)
        }
        expect(primary).toContain('legs hit with 41.2%')
      }),
    )
  })
})
