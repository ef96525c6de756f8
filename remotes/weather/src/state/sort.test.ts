import { ratingOf } from '@propsight/shared/domain/weather'
import { describe, expect, it } from 'vitest'
import { sortByWeather, WEATHER_SORTS, type WeatherSort } from './sort.ts'

const conditions = (score: number) => ({ rating: ratingOf(score), score })
const weather = (scores: readonly number[], temperature: number | null, windSpeed: number | null) => {
  const [overall = 0, homeRun = 0, pitching = 0, hitting = 0, passing = 0, rushing = 0, kicking = 0] = scores
  return {
    temperature,
    windSpeed,
    overallConditions: conditions(overall),
    homeRunConditions: conditions(homeRun),
    pitchingConditions: conditions(pitching),
    hittingConditions: conditions(hitting),
    passingConditions: conditions(passing),
    rushingConditions: conditions(rushing),
    kickingConditions: conditions(kicking),
  }
}
const games = {
  a: weather([50, 10, 90, 30, 20, 90, 40], 70, 5),
  b: weather([90, 30, 50, 20, 10, 50, 50], 95, 3),
  c: weather([20, 20, 70, 40, 30, 70, 30], 40, 18),
  dome: weather([50, 50, 50, 50, 50, 50, 50], null, null),
  missing: null,
}
const order = (sort: WeatherSort) =>
  sortByWeather(['a', 'b', 'c', 'dome', 'missing'] as const, sort, (name) => games[name]).join(' ')

describe('W1 weather sort orders', () => {
  it('are 13 in number', () => expect(Object.keys(WEATHER_SORTS)).toHaveLength(13))

  it.each<[WeatherSort, string]>([
    ['default', 'a b c dome missing'],
    ['bestOverall', 'b a dome c missing'],
    ['worst', 'c a dome b missing'],
    ['homeRuns', 'dome b c a missing'],
    ['pitching', 'a c b dome missing'],
    ['hitting', 'dome c a b missing'],
    ['passing', 'dome c a b missing'],
    ['rushing', 'a c b dome missing'],
    ['kicking', 'b dome a c missing'],
    ['hottest', 'b a c dome missing'],
    ['coldest', 'c a b dome missing'],
    ['windiest', 'c a b dome missing'],
    ['calmest', 'b a c dome missing'],
  ])('order the games by their value, those without one last: %s', (sort, expected) =>
    expect(order(sort)).toBe(expected),
  )
})
