import { hasSeason, SEASON_FOLDER } from '@propsight/backtest/testing'
import { expect, it } from 'vitest'
import { compareDay } from './compare-day.ts'

it.skipIf(!hasSeason)(
  'the probabilities that the product shows of a day of 2019 are those that the backtest judges (if the season folder is present)',
  async () => {
    const { displayed, rows } = await compareDay(SEASON_FOLDER, '2019-07-15')
    expect(displayed).toBeGreaterThan(1_000)
    expect(rows).toBeGreaterThan(900)
  },
  300_000,
)
