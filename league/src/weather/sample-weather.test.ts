import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAt, weatherAt } from './sample-weather.ts'

const SEED = 'propsight'
const BOSTON = placeAt(42.3465, -71.0974)
const DENVER = placeAt(39.756, -104.994)
const PHOENIX = placeAt(33.4453, -112.067)
const MIAMI = placeAt(25.778, -80.2195)
const MINNEAPOLIS = placeAt(44.9818, -93.2779)
const hoursOf = (day: string, days = 28) => {
  const first = Date.parse(`${day}T00:00Z`) / 3_600_000
  return Array.from({ length: days * 24 }, (_, n) => first + n)
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const month = (place: typeof BOSTON, day: string) => hoursOf(day).map((hour) => weatherAt(SEED, place, hour))

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

  it('is hot in July, and has snow in January in the north but not in Miami', () => {
    const celsius = (place: typeof BOSTON, day: string) =>
      mean(month(place, day).map(({ temperature }) => temperature))
    expect(celsius(PHOENIX, '2026-07-01')).toBeGreaterThan(30)
    expect(celsius(BOSTON, '2026-07-01')).toBeGreaterThan(20)
    expect(celsius(BOSTON, '2026-07-01')).toBeLessThan(27)
    expect(celsius(MINNEAPOLIS, '2026-01-05')).toBeLessThan(0)
    expect(month(MINNEAPOLIS, '2026-01-05').some(({ snowfall }) => snowfall > 0)).toBe(true)
    expect(month(MIAMI, '2026-01-05').every(({ snowfall }) => snowfall === 0)).toBe(true)
    expect(mean(month(PHOENIX, '2026-07-01').map(({ humidity }) => humidity))).toBeLessThan(40)
  })

  it('has warmer afternoons, lower pressure at altitude, and wind from all directions', () => {
    const days = month(BOSTON, '2026-07-01')
    const at = (utc: number) =>
      mean(days.filter((_, n) => n % 24 === utc).map(({ temperature }) => temperature))
    expect(at(19)).toBeGreaterThan(at(9) + 4)
    const pressure = mean(month(DENVER, '2026-07-01').map(({ surfacePressure }) => surfacePressure))
    expect(pressure).toBeGreaterThan(825)
    expect(pressure).toBeLessThan(855)
    const sides = new Set(days.map(({ windFrom }) => Math.floor(windFrom / 90)))
    expect(sides.size).toBe(4)
    const miles = mean(days.map(({ wind }) => wind * 0.621))
    expect(miles).toBeGreaterThan(5)
    expect(miles).toBeLessThan(12)
  })

  it('has rain about as often as its forecast probability', () => {
    const hours = [BOSTON, MIAMI, MINNEAPOLIS].flatMap((place) => month(place, '2026-06-20'))
    const forecast = mean(hours.map(({ rainChance }) => rainChance / 100))
    const wet = mean(hours.map(({ rain, showers }) => (rain + showers > 0 ? 1 : 0)))
    expect(Math.abs(wet - forecast)).toBeLessThan(0.03)
    expect(forecast).toBeGreaterThan(0.05)
    expect(forecast).toBeLessThan(0.3)
  })
})
