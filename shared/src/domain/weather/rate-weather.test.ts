import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findClub } from '../clubs/index.ts'
import { baseballScores } from '../sports/mlb/weather-scores.ts'
import { footballScores } from '../sports/nfl/weather-scores.ts'
import { rateWeather } from './rate-weather.ts'
import type { WeatherReading } from './rating.ts'

const stadiumOf = (sport: 'baseball' | 'football', code: string) => {
  const club = findClub(sport, code)
  if (!club) throw new Error(`no club ${code}`)
  return club.stadium
}
const reading = (changes: Partial<WeatherReading> = {}): WeatherReading => ({
  temperatureF: 70,
  windMph: 0,
  windFromDegrees: 0,
  rainChance: 0,
  seaLevelPressureHpa: 1013.25,
  snow: false,
  ...changes,
})
const denver = reading({ temperatureF: 88, windMph: 17, windFromDegrees: 202.5, seaLevelPressureHpa: 1010 })
const bay = reading({
  temperatureF: 59,
  windMph: 14,
  windFromDegrees: 90,
  rainChance: 65,
  seaLevelPressureHpa: 1016.2,
})

describe('W3 weather scores of a baseball game', () => {
  // Computed by hand: 10 °C × 1.96% + 55.748 ft × 3.9596% = 2.4034; 18 °F × 0.23% + 5.197 × 3% = 0.1973.
  it('match the values computed by hand for Denver with heat and the wind blowing out', () => {
    const scores = baseballScores(stadiumOf('baseball', 'COL'), denver, 1)
    expect(scores.homeRun).toBeCloseTo(98.211, 3)
    expect(scores.hitting).toBeCloseTo(96.403, 3)
    expect(scores.pitching).toBeCloseTo(2.693, 3)
    expect(scores.overall).toBeCloseTo(97.307, 3)
    expect(scores.carryFeet).toBeCloseTo(60.698, 3)
  })

  // Computed by hand: −6.111 °C × 1.96% − 21.221 ft × 3.9596% = −0.9600; −11 °F × 0.23% + 0.008 × 3% =
  // −0.02506. Rain takes 10 points.
  it('match the values computed by hand for San Francisco with rain and the wind blowing in', () => {
    const scores = baseballScores(stadiumOf('baseball', 'SF'), bay, 1)
    expect(scores.homeRun).toBeCloseTo(16.798, 3)
    expect(scores.hitting).toBeCloseTo(39.708, 3)
    expect(scores.pitching).toBeCloseTo(71.747, 3)
    expect(scores.overall).toBeCloseTo(18.253, 3)
    expect(scores.carryFeet).toBeCloseTo(-24.246, 3)
  })

  it('have a wind effect on home runs and none on hitting', () => {
    const park = stadiumOf('baseball', 'CHC')
    const still = baseballScores(park, reading(), 1)
    const blowing = baseballScores(park, reading({ windMph: 20, windFromDegrees: 217 }), 1)
    expect(blowing.hitting).toBe(still.hitting)
    expect(blowing.homeRun).toBeGreaterThan(still.homeRun + 25)
  })
})

describe('W3 weather scores of a football game', () => {
  // Computed by hand for 18 mph, 60% snow, 30 °F: −0.42 − 0.306 yards per attempt; 3.1 + 6.24 yards; −0.216 −
  // 0.33 log-odds.
  it('match the values computed by hand for Buffalo with wind, snow and frost', () => {
    const scores = footballScores(
      stadiumOf('football', 'BUF'),
      reading({ windMph: 18, rainChance: 60, snow: true, temperatureF: 30 }),
      1,
    )
    expect(scores.passing).toBeCloseTo(14.003, 3)
    expect(scores.rushing).toBeCloseTo(86.623, 3)
    expect(scores.kicking).toBeCloseTo(10.12, 3)
    expect(scores.overall).toBeCloseTo(36.915, 3)
  })

  // Computed by hand for 9.5 mph (half of the effect of 12 mph) and 40% rain: −0.075 − 0.132; 1.76; −0.06 −
  // 0.056 + 0.31.
  it('match the values computed by hand for the altitude of Denver', () => {
    const scores = footballScores(
      stadiumOf('football', 'DEN'),
      reading({ windMph: 9.5, rainChance: 40, temperatureF: 50 }),
      1,
    )
    expect(scores.passing).toBeCloseTo(37.344, 3)
    expect(scores.rushing).toBeCloseTo(58.71, 3)
    expect(scores.kicking).toBeCloseTo(68.482, 3)
    expect(scores.overall).toBeCloseTo(54.845, 3)
  })

  it.each([
    [0, 50],
    [7, 50],
    [22, 22.27],
    [40, 22.27],
  ])('with a wind of %d mph include a passing score of %d', (windMph, score) => {
    const { passing } = footballScores(stadiumOf('football', 'GB'), reading({ windMph }), 1)
    expect(passing).toBeCloseTo(score, 3)
  })
})

describe('W2, W3 rateWeather', () => {
  it('returns the fields of the answer', () => {
    expect(rateWeather('baseball', stadiumOf('baseball', 'COL'), denver)).toEqual({
      windDirection: 'SSW',
      windOut: expect.closeTo(16.122, 3),
      fieldBearing: 4,
      bearingConfidence: 'high',
      elevationFeet: 5197,
      overallConditions: { rating: 'EXCELLENT', score: 97 },
      homeRunConditions: { rating: 'EXCELLENT', score: 98 },
      hittingConditions: { rating: 'EXCELLENT', score: 96 },
      pitchingConditions: { rating: 'TERRIBLE', score: 3 },
      carryFeet: expect.closeTo(60.698, 3),
    })
    const football = rateWeather('football', stadiumOf('football', 'GB'), reading({ windMph: 22 }))
    expect(football).toMatchObject({ windOut: null, windDirection: 'N', passingConditions: { score: 22 } })
    expect(football).not.toHaveProperty('homeRunConditions')
  })

  it('is neutral under a dome or a closed roof, and has full effect under an open roof', () => {
    const phoenix = stadiumOf('baseball', 'AZ')
    const hot = reading({ temperatureF: 108 })
    const neutral = { rating: 'FAIR', score: 50 }
    expect(rateWeather('baseball', stadiumOf('baseball', 'TB'), null)).toMatchObject({
      windDirection: null,
      overallConditions: neutral,
      homeRunConditions: neutral,
      pitchingConditions: neutral,
      hittingConditions: neutral,
    })
    expect(rateWeather('football', stadiumOf('football', 'DET'), reading({ windMph: 30 }))).toMatchObject({
      passingConditions: neutral,
      rushingConditions: neutral,
      kickingConditions: neutral,
    })
    const homeRuns = (roofClosed?: boolean) =>
      rateWeather('baseball', phoenix, { ...hot, ...(roofClosed !== undefined && { roofClosed }) })
        .homeRunConditions?.score ?? 0
    expect(homeRuns(true)).toBe(50)
    expect(homeRuns()).toBeGreaterThan(50)
    expect(homeRuns(false)).toBeGreaterThan(homeRuns())
  })

  it('halves the effect under a retractable roof of unknown state', () => {
    const shut = { ...stadiumOf('baseball', 'SF'), roof: 'retractable' as const }
    const rated = rateWeather('baseball', shut, bay)
    // 50 + 50 · tanh(−0.4800 / 1.2)
    expect(rated.homeRunConditions).toEqual({ rating: 'TERRIBLE', score: 31 })
    expect(rated.carryFeet).toBeCloseTo(-12.123, 3)
  })

  it('returns scores from 0 to 100 for any weather, including unknown values', () => {
    const some = (min: number, max: number) =>
      fc.option(fc.double({ min, max, noNaN: true }), { nil: null, freq: 4 })
    const any = fc.record({
      temperatureF: some(-40, 130),
      windMph: some(0, 90),
      windFromDegrees: some(0, 360),
      rainChance: some(0, 100),
      seaLevelPressureHpa: some(920, 1080),
      snow: fc.option(fc.boolean(), { nil: null }),
    })
    fc.assert(
      fc.property(any, fc.constantFrom('COL', 'SF', 'AZ', 'TB'), (weather, code) => {
        const rated = rateWeather('baseball', stadiumOf('baseball', code), weather)
        for (const each of [rated.overallConditions, rated.homeRunConditions, rated.pitchingConditions]) {
          expect(each?.score).toBeGreaterThanOrEqual(0)
          expect(each?.score).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
