import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Exposure, fitWithinGroups, readWeather } from './fit-weather.ts'

/** Reproducible numbers from 0 to 1 (linear congruential generator of Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Games of groups with different usual rates, in which the weather has these effects. */
function simulate(temperatureEffect: number, windEffect: number): Exposure[] {
  const random = createRandom(7)
  return Array.from({ length: 3_000 }, (_, game) => {
    const group = game % 60
    const factors = [random() + group / 30, 2 * random() - 1] as const
    const rate = (0.01 + 0.0005 * group) * Math.exp(temperatureEffect * factors[0] + windEffect * factors[1])
    const trials = 76
    let count = 0
    for (let trial = 0; trial < trials; trial++) if (random() < rate) count += 1
    return { group: String(group), count, trials, factors }
  })
}

describe('effects of the weather', () => {
  it('are found within groups whose usual rates rise with their temperature', () => {
    const [temperature, wind] = fitWithinGroups(simulate(0.3, -0.2))
    expect(temperature.low).toBeLessThan(0.3)
    expect(temperature.high).toBeGreaterThan(0.3)
    expect(temperature.low).toBeGreaterThan(0)
    expect(wind.low).toBeLessThan(-0.2)
    expect(wind.high).toBeGreaterThan(-0.2)
    expect(wind.high).toBeLessThan(0)
  })

  it('have intervals that include 0 where there is no effect', () => {
    for (const { low, high } of fitWithinGroups(simulate(0, 0))) {
      expect(low).toBeLessThan(0)
      expect(high).toBeGreaterThan(0)
    }
  })
})

describe('the weather of a season', () => {
  it('is read for outdoor games with known temperature and wind, with the component to centre field', () => {
    const folder = mkdtempSync(join(tmpdir(), 'weather-'))
    const game = (id: string, rest: string) => `2015-07-01,${id},CHN,CHI11,${rest}`
    try {
      writeFileSync(
        join(folder, 'games.csv'),
        [
          'date,gameId,home,park,tempF,windDir,windSpeedMph,sky',
          game('out', '81,tocf,15,sunny'),
          game('left', '81,fromlf,10,sunny'),
          game('calm', '70,,0,cloudy'),
          game('roof', '72,,0,dome'),
          game('unknown', '72,,9,cloudy'),
          game('cold', ',tocf,9,cloudy'),
        ].join('\n'),
      )
      expect(
        readWeather(folder).map(({ id, clubId, temperatureF, windOutMph }) => [
          id,
          clubId,
          temperatureF,
          Math.round(10 * windOutMph) / 10,
        ]),
      ).toEqual([
        ['out', 112, 81, 15],
        ['left', 112, 81, -7.1],
        ['calm', 112, 70, 0],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
