import { describe, expect, it } from 'vitest'
import { trueDistributions } from '../pricing/simulate-distributions.ts'
import { sumOf } from '../testing/index.ts'
import { BAT } from '../world/stat-fields.ts'
import { LEAGUE_RATES } from './plate-appearance.ts'
import { makeSampleSeason } from './sample-season.ts'
import { makeSampleWorld } from './sample-world.ts'

const DAY = '2026-06-05'
const season = makeSampleSeason('propsight', DAY)

describe('sample season', () => {
  it('equals the current season of the sample world', () => {
    const { world } = makeSampleWorld('propsight', DAY)
    expect(season.games).toEqual(world.games.filter((game) => game.season === 2026))
    const earlier = world.games.findIndex((game) => game.season === 2026)
    const first = world.batting.length - season.batting.length
    for (let line = 0; line < season.batting.length; line++) {
      const key = world.batting.key(first + line)
      expect({ ...key, game: key.game - earlier }).toEqual(season.batting.key(line))
      expect(world.batting.count(first + line, BAT.hits)).toBe(season.batting.count(line, BAT.hits))
    }
  })

  it('has fewer home runs when made with a lower home run rate', () => {
    const fewerHomeRuns = LEAGUE_RATES.map((rate, event) => (event === 6 ? rate * 0.7 : rate))
    const rate = ({ batting }: typeof season) =>
      sumOf(batting, BAT.homeRuns) / sumOf(batting, BAT.plateAppearances)
    expect(rate(makeSampleSeason('propsight', DAY, fewerHomeRuns)) / rate(season)).toBeCloseTo(0.7, 1)
  })

  it('has deterministic true prices for the games of its day', () => {
    const pk = [...season.today.keys()][0] ?? 0
    const starter = season.today.get(pk)?.home.starter ?? 0
    const once = trueDistributions(season, pk, 200).get(starter)?.get('Pitcher Strikeouts')
    const mean = once?.mean() ?? 0
    expect(mean).toBeGreaterThan(1)
    expect(mean).toBeLessThan(12)
    expect(trueDistributions(season, pk, 200).get(starter)?.get('Pitcher Strikeouts')?.mean()).toBe(mean)
    expect(() => trueDistributions(season, 1, 10)).toThrow('no game 1')
  })
})
