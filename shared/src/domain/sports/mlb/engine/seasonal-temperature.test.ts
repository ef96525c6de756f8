import { describe, expect, it } from 'vitest'
import { seasonalTemperature } from './weather.ts'

describe('seasonal temperature effect', () => {
  it('is zero at the season opening, largest in summer and negative in late September', () => {
    expect(seasonalTemperature('2019-03-30')).toBeCloseTo(0, 1)
    expect(seasonalTemperature('2019-07-15')).toBeGreaterThan(0.3)
    expect(seasonalTemperature('2019-07-15')).toBeLessThan(0.6)
    expect(seasonalTemperature('2019-09-28')).toBeLessThan(0)
  })

  it('is smaller against the last 30 days: positive in spring and negative in September', () => {
    expect(seasonalTemperature('2019-05-15', 30)).toBeGreaterThan(0.1)
    expect(Math.abs(seasonalTemperature('2019-08-05', 30))).toBeLessThan(0.1)
    expect(seasonalTemperature('2019-09-28', 30)).toBeLessThan(-0.1)
    expect(seasonalTemperature('2019-09-28', 30)).toBeGreaterThan(-0.4)
    expect(seasonalTemperature('2019-04-10', 30)).toBe(seasonalTemperature('2019-04-10'))
  })

  it.each(['2019-02-01', '2019-12-01', '', 'soon'])('is zero outside of a season: %s', (date) => {
    expect(seasonalTemperature(date)).toBe(0)
  })
})
