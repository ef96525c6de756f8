import { NO_TOTALS, perStep, trialsOf } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { addRows, type BattingRow, tallyOf } from '../../read/season.ts'
import { syntheticSeason } from '../../testing/synthetic-season.ts'
import { measureRatesAround } from './league-rates.ts'

const { batting } = syntheticSeason({ days: 45, first: '2021-04-01' })
const rates = (rows: readonly BattingRow[]) => {
  const trials = trialsOf(tallyOf(addRows(NO_TOTALS, rows)))
  return perStep((step) => trials[step].yes / trials[step].of)
}

describe('league rates around a day', () => {
  it.each([
    { day: '2021-04-20', from: '2021-04-05', to: '2021-05-05' },
    { day: '2021-04-02', from: '2021-04-01', to: '2021-04-17' },
    { day: '2021-05-15', from: '2021-04-30', to: '2021-05-15' },
  ])('covers fifteen days before and after $day', ({ day, from, to }) => {
    const rows = batting.filter(({ date }) => date >= from && date <= to)
    expect(measureRatesAround(batting)(day)).toEqual(rates(rows))
  })

  it('excludes pitchers at bat', () => {
    const strikeOuts = batting.slice(0, 200).map((row) => ({
      ...row,
      date: '2021-04-20',
      pitched: true,
      plateAppearances: 4,
      strikeOuts: 4,
    }))
    expect(measureRatesAround([...batting, ...strikeOuts])('2021-04-20')).toEqual(
      measureRatesAround(batting)('2021-04-20'),
    )
  })

  it('returns 0 instead of NaN without games', () => {
    for (const rate of Object.values(measureRatesAround([])('2021-04-20'))) expect(rate).toBe(0)
  })
})
