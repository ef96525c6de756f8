import { ODDS_TYPES, type OddsType } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import type { RankedLine } from '../../state/ranked-line.ts'
import { forecastUnderOffer, offerOf } from './use-detail-model.ts'

const distribution = { least: 0, atLeast: [1, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2] }
const forecast = { stat: 'Total Bases', distribution, low: distribution, high: distribution, mean: 3.8 }

const cardOf = (line: number, oddsType: OddsType, standardLine: number | null = null) =>
  ({ id: `${line}`, line: { line, oddsType, standardLine } }) as RankedLine

/** The probability of the over at a line of the detail view, with the given lines of the book. */
function overAt(line: number, offered: readonly RankedLine[]): number {
  const shown = offered.find((card) => card.line.line === line) ?? null
  const offer = offerOf({ shown, book: offered[0] ?? null, line, offered })
  const { call, chance, push } = forecastUnderOffer(forecast, offer, line)
  return call === 'UNDER' ? 1 - chance - push : chance
}

describe('N12 the probability at a line of the user', () => {
  it.each(ODDS_TYPES)(
    'is never above that of a lower %s line of the book without a standard line',
    (oddsType) => {
      const offered = [cardOf(2.5, oddsType)]
      const chances = [1.5, 2.5, 3.5, 4.5].map((line) => overAt(line, offered))
      expect(chances).toEqual(chances.toSorted((a, b) => b - a))
      expect(chances[1]).toBeLessThan(0.8)
    },
  )

  it('follows the standard line if the book has one', () => {
    const offered = [cardOf(1.5, 'goblin', 3.5), cardOf(3.5, 'standard', 3.5)]
    const chances = [1.5, 2.5, 3.5, 4.5].map((line) => overAt(line, offered))
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(overAt(2.5, offered)).toBe(overAt(2.5, [cardOf(3.5, 'standard', 3.5)]))
  })

  it('is the engine’s own without a line of the book', () => {
    const { chance, alone } = forecastUnderOffer(forecast, { line: 3.5, oddsType: 'own' }, 3.5)
    expect(chance).toBe(0.6)
    expect(alone).toBe(0.6)
  })
})
