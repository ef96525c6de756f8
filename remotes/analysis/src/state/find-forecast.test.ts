import type { StatForecastWire } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { forecastOf } from './find-forecast.ts'

const told = { stat: 'Hits' } as StatForecastWire
const record = {
  type: 'player',
  group: 'hitting',
  forecasts: [told],
  forecastGame: { date: '2026-07-15', gamePk: 77 },
} as unknown as Parameters<typeof forecastOf>[1]
const evening = '2026-07-15T23:05:00Z'

describe('N12: the forecast of a line', () => {
  it('is found only for the game of the line, also in a doubleheader', () => {
    expect(forecastOf({ gameTime: evening, gamePk: 77 }, record, 'Hits')).toBe(told)
    expect(forecastOf({ gameTime: evening, gamePk: 78 }, record, 'Hits')).toBe('the line is on another game')
  })
  it('is matched by day when an older API does not provide the id of the game', () => {
    expect(forecastOf({ gameTime: evening }, record, 'Hits')).toBe(told)
    expect(forecastOf({ gameTime: '2026-07-16T23:05:00Z' }, record, 'Hits')).toBe(
      'the line is on another game',
    )
    expect(forecastOf({ gameTime: null, gamePk: null }, record, 'Hits')).toBe(told)
  })
})
