import { describe, expect, it } from 'vitest'
import { describeWeather } from './rate-weather.ts'
import {
  formatFigure,
  isRainy,
  rateScore,
  ratingOf,
  scoreOf,
  temperatureTone,
  weatherIcon,
  windTone,
} from './rating.ts'

describe('W3 rating bands', () => {
  it.each([
    [100, 'EXCELLENT'],
    [80, 'EXCELLENT'],
    [79.9, 'GOOD'],
    [65, 'GOOD'],
    [64.9, 'FAIR'],
    [50, 'FAIR'],
    [49.9, 'POOR'],
    [35, 'POOR'],
    [34.9, 'TERRIBLE'],
    [0, 'TERRIBLE'],
  ])('map %d to %s', (score, rating) => expect(ratingOf(score)).toBe(rating))

  it('apply to scores rounded to whole numbers and clamped to 0-100', () => {
    expect(rateScore(79.6)).toEqual({ rating: 'EXCELLENT', score: 80 })
    expect(rateScore(-3)).toEqual({ rating: 'TERRIBLE', score: 0 })
  })

  it('apply to scores that are a tanh of the effects', () => {
    expect(scoreOf(0, 1.2)).toBe(50)
    // 50 + 50 · tanh(0.5) = 50 + 50 · 0.462117
    expect(scoreOf(0.6, 1.2)).toBeCloseTo(73.106, 3)
  })
})

describe('W3 tones and icons', () => {
  it('are hot above 85 °F and cold below 45 °F', () => {
    expect([85.4, 85, 45, 44.6].map(temperatureTone)).toEqual(['hot', null, null, 'cold'])
  })
  it('are strong for wind above 15 mph and fresh above 10 mph', () => {
    expect([15.1, 15, 10.1, 10].map(windTone)).toEqual(['strong', 'fresh', 'fresh', null])
  })
  it('show rain above a chance of 30%, otherwise heat or cold', () => {
    expect([30, 30.2].map(isRainy)).toEqual([false, true])
    expect(weatherIcon(31, 90)).toBe('rain')
    expect(weatherIcon(30, 86)).toBe('heat')
    expect(weatherIcon(null, 44)).toBe('cold')
    expect(weatherIcon(0, 70)).toBeNull()
    expect(weatherIcon(null, null)).toBeNull()
  })
  it.each([
    [85.4, temperatureTone, '85.4'],
    [84.6, temperatureTone, '85'],
    [44.6, temperatureTone, '44.6'],
    [45.4, temperatureTone, '45'],
    [15.3, windTone, '15.3'],
    [10.4, windTone, '10.4'],
    [14.6, windTone, '15'],
    [30.4, isRainy, '30.4'],
    [-0.4, temperatureTone, '0'],
    [85.04, temperatureTone, '85.04'],
    [44.96, temperatureTone, '44.96'],
    [15.01, windTone, '15.01'],
    [30.002, isRainy, '30.002'],
  ])('agree with the rounded figure shown for %d', (value, gradeOf, text) =>
    expect(formatFigure(value, gradeOf)).toBe(text),
  )
  it('are the same in the sentence about the weather and in its table', () => {
    const weather = { roof: 'open', windDegrees: null, fieldBearing: null } as const
    const sentence = (temperature: number, windSpeed: number, rainChance: number) =>
      describeWeather({ ...weather, temperature, windSpeed, rainChance })
    expect(sentence(85.4, 15.3, 30.4)).toBe('85.4°F, wind 15.3 mph, rain 30.4%')
    expect(sentence(84.6, 14.6, 19.6)).toBe('85°F, wind 15 mph, rain 20%')
    expect(sentence(70.2, 8.4, 19.4)).toBe('70°F, wind 8 mph')
    const closable = {
      ...weather,
      roof: 'retractable',
      temperature: 70,
      windSpeed: 8,
      rainChance: 60,
    } as const
    expect(describeWeather(closable)).toBe('70°F, wind 8 mph, if the roof is open')
  })
})
