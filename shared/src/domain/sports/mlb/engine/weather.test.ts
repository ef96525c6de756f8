import { describe, expect, it } from 'vitest'
import { lineOdds, meanOf } from '../../../engine/forecast.ts'
import { explainBatterStats, forecastBatter } from './batter/forecast-batter.ts'
import type { GameWeather } from './input.ts'
import { explainPitcherStats, forecastPitcher } from './pitcher/forecast-pitcher.ts'
import { batterInput } from './testing/batter-input.ts'
import { pitcherInput, start } from './testing/pitcher-input.ts'
import {
  supportedEffect,
  usualWeather,
  WEATHER,
  weatherEffects,
  weatherFactors,
  weatherNote,
} from './weather.ts'

const hot = { warmerF: 10, windOutMph: 0 }
const blowing = { warmerF: 0, windOutMph: 10 }

const homeRuns = (weather: GameWeather | null): number => {
  const result = forecastBatter(batterInput({}, { weather }), ['Home Runs'])
  if (!result.ok || !result.value[0]) throw new Error('no forecast')
  return lineOdds(result.value[0].distribution, 0.5).over
}

describe('weather relative to the usual one', () => {
  it('is a temperature and a wind in each park and month', () => {
    for (const months of Object.values(WEATHER.usual))
      for (const usual of Object.values(months))
        expect(usual).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('has no effect on any rate when it is as usual', () => {
    expect(weatherFactors(null)).toBeNull()
    const usual = { warmerF: 0, windOutMph: 0 }
    expect(Object.values(weatherFactors(usual) ?? {})).toEqual(Array(6).fill(1))
    expect(Object.values(weatherEffects(usual))).toEqual(Array(4).fill(0))
    expect(homeRuns(usual)).toBe(homeRuns(null))
  })

  it('raises home runs by the fitted effect per 10 °F and per 10 mph', () => {
    const { temperature, wind } = WEATHER.effects.homeRun
    expect(weatherFactors(hot)?.homeRun).toBeCloseTo(Math.exp(temperature.effect), 9)
    expect(weatherFactors(blowing)?.homeRun).toBeCloseTo(Math.exp(wind.effect), 9)
    expect(homeRuns(hot) / homeRuns(null)).toBeCloseTo(Math.exp(temperature.effect), 1)
    expect(homeRuns(blowing)).toBeGreaterThan(homeRuns(null))
    expect(homeRuns({ warmerF: -10, windOutMph: 0 })).toBeLessThan(homeRuns(null))
  })

  it('uses an effect only if its interval is on one side of 0', () => {
    expect(supportedEffect({ effect: 0.1, low: 0.01, high: 0.2 })).toBe(0.1)
    expect(supportedEffect({ effect: -0.1, low: -0.2, high: -0.01 })).toBe(-0.1)
    expect(supportedEffect({ effect: 0.1, low: -0.01, high: 0.2 })).toBe(0)
    expect(weatherFactors(blowing)?.single).toBe(1)
  })

  it('is held at the range of the fitted games', () => {
    expect(homeRuns({ warmerF: 60, windOutMph: 90 })).toBe(homeRuns({ warmerF: 25, windOutMph: 20 }))
  })

  it('moves earned runs and hits of a pitcher, and ends the reasons with its step', () => {
    const input = (weather: GameWeather | null) =>
      pitcherInput(
        Array.from({ length: 8 }, () => start({})),
        {},
        { weather },
      )
    const meansOf = (weather: GameWeather | null) => {
      const result = forecastPitcher(input(weather), [
        'Earned Runs Allowed',
        'Hits Allowed',
        'Pitcher Strikeouts',
      ])
      if (!result.ok) throw new Error(result.reason)
      return result.value.map(({ distribution }) => meanOf(distribution))
    }
    const [runs = 0, hits = 0, strikeOuts = 0] = meansOf(null)
    const [hotRuns = 0, hotHits = 0, hotStrikeOuts = 0] = meansOf(hot)
    expect(hotRuns).toBeGreaterThan(runs)
    expect(hotHits).toBeGreaterThan(hits)
    expect(hotStrikeOuts).toBe(strikeOuts)
    const forecast = forecastPitcher(input(hot), ['Hits Allowed'])
    const explained = explainPitcherStats(input(hot), ['Hits Allowed'])
    if (!forecast.ok || !explained.ok) throw new Error('refused')
    expect(explained.value[0]?.steps.at(-1)).toEqual({
      factor: 'weather',
      note: '10 °F warmer than usual here',
      distribution: forecast.value[0]?.distribution,
    })
  })

  it('is a step of a batter’s reasons only when it is set, and the last step is the forecast', () => {
    const factors = (weather: GameWeather | null) => {
      const result = explainBatterStats(batterInput({}, { weather }), ['Home Runs'])
      if (!result.ok || !result.value[0]) throw new Error('refused')
      return result.value[0].steps
    }
    expect(factors(null).map(({ factor }) => factor)).not.toContain('weather')
    const last = factors({ warmerF: -8, windOutMph: -5 }).at(-1)
    expect(last?.note).toBe('8 °F colder and 5 mph more wind in than usual here')
    expect(last && lineOdds(last.distribution, 0.5).over).toBe(homeRuns({ warmerF: -8, windOutMph: -5 }))
  })

  it('is described as usual for a difference that rounds to nothing', () => {
    expect(weatherNote({ warmerF: 0.3, windOutMph: 0 })).toBe('as usual here in this month')
  })
})

describe('the usual weather', () => {
  it('is that of the park and month, with March as April and October as September', () => {
    const july = usualWeather(111, '2026-07-15')
    expect(july?.temperatureF).toBeGreaterThan(usualWeather(111, '2026-04-15')?.temperatureF ?? 100)
    expect(usualWeather(111, '2026-03-28')).toEqual(usualWeather(111, '2026-04-02'))
    expect(usualWeather(111, '2026-10-02')).toEqual(usualWeather(111, '2026-09-20'))
  })

  it.each([
    ['a dome', 139],
    ['a park that was opened after the data', 144],
    ['an unknown club', 1],
  ])('is not known in %s', (_, clubId) => expect(usualWeather(clubId, '2026-07-15')).toBeNull())
})
