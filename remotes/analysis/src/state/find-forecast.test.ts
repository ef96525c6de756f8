import type { StatForecastWire } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { findForecast } from './find-forecast.ts'

const HITS_FORECAST = { stat: 'Hits' } as StatForecastWire
const record = {
  type: 'player',
  group: 'hitting',
  forecasts: [HITS_FORECAST],
  forecastGame: { date: '2026-07-15', gamePk: 77 },
} as unknown as Parameters<typeof findForecast>[1]
const evening = '2026-07-15T23:05:00Z'

describe('N12: the forecast of a line', () => {
  it('is found only for the game of the line, also in a doubleheader', () => {
    expect(findForecast({ gameTime: evening, gamePk: 77 }, record, 'Hits')).toBe(HITS_FORECAST)
    expect(findForecast({ gameTime: evening, gamePk: 78 }, record, 'Hits')).toBe(
      'the line is on another game',
    )
  })
  it('is matched by day when an older API does not provide the id of the game', () => {
    expect(findForecast({ gameTime: evening }, record, 'Hits')).toBe(HITS_FORECAST)
    expect(findForecast({ gameTime: '2026-07-16T23:05:00Z' }, record, 'Hits')).toBe(
      'the line is on another game',
    )
    expect(findForecast({ gameTime: null, gamePk: null }, record, 'Hits')).toBe(HITS_FORECAST)
  })
})
