import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAt, weatherAt } from './sample-weather.ts'

const SEED = 'propsight'

describe('sample weather', () => {
  it('is physically plausible at every place and hour, and deterministic', () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -60, max: 65, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      hour: fc.integer({ min: 400_000, max: 700_000 }),
    })
    fc.assert(
      fc.property(anywhere, ({ latitude, longitude, hour }) => {
        const place = placeAt(latitude, longitude)
        const now = weatherAt(SEED, place, hour)
        expect(weatherAt(SEED, place, hour)).toEqual(now)
        expect(
          Object.values(now).every((value) => typeof value === 'boolean' || Number.isFinite(value)),
        ).toBe(true)
        expect(now.humidity).toBeGreaterThanOrEqual(8)
        expect(now.humidity).toBeLessThanOrEqual(100)
        expect(now.dewPoint).toBeLessThanOrEqual(now.temperature + 0.01)
        expect(now.gusts).toBeGreaterThan(now.wind)
        expect(now.windFrom).toBeGreaterThanOrEqual(0)
        expect(now.windFrom).toBeLessThan(360)
        expect(now.rain + now.showers > 0 && now.snowfall > 0).toBe(false)
        if (now.rain + now.showers + now.snowfall > 0) expect(now.rainChance).toBeGreaterThan(0)
      }),
    )
  })
})
