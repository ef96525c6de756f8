import { type StatType, statNamesOf, statTypeOf } from '@propsight/shared/domain'
import {
  type BattingConstants,
  type Calibration,
  type CalibrationMap,
  distribute,
  expit,
  gather,
  logit,
  reach,
  type StatWeights,
  statWeights,
  tonightOf,
} from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import { fitBatting } from '../batting/fit-batting.ts'
import { type BattingSample, battingSamples } from '../batting/samples.ts'
import { fitShift, type ShiftRow } from '../fit-shift.ts'

/** Shares of the days after which the model is fitted anew; each fit is judged on the days to the next. */
const CUTS = [0.65, 0.82]
/** Only batters with so many earlier starts are judged. */
const LEAST_STARTS = 10
/** Values reached more seldom than this, or hardly ever missed, say nothing about a map. */
const RARE = 0.04
/**
 * Weights and strengths chosen on a spring look better there than on other days: what is chosen so is to be pulled by
 * about (χ² − parameters) / χ², which is some 0.9 here. Source: van Houwelingen and le Cessie, 'Predictive value of
 * statistical models', Statistics in Medicine 9 (1990).
 */
const LEVEL_PRIOR = { mean: 0, sd: 0.1 }
/** Sums of many parts have too many values for a shape of their own. */
const MOST_SHAPED = 8
const SLOPE_PRIOR = { mean: 0.9, sd: 0.05 }

interface Judged {
  readonly sample: BattingSample
  readonly constants: BattingConstants
}

/** Starts after each cut, with constants that have seen nothing of them. */
function judgedStarts(season: Season, until: string): Judged[] {
  const samples = battingSamples(season, until).filter(({ starts }) => starts >= LEAST_STARTS)
  const days = [...new Set(season.games.map(({ date }) => date))].filter((date) => date <= until).toSorted()
  const cuts = CUTS.map((share) => days[Math.floor(share * days.length)] ?? until)
  return cuts.flatMap((cut, at) => {
    const constants = fitBatting(season, cut)
    const end = cuts[at + 1] ?? until
    return samples
      .filter(({ row }) => row.date > cut && row.date <= end)
      .map((sample) => ({ sample, constants }))
  })
}

type HittingStat = Extract<StatType, { group: 'hitting' }>

function mapOf(stat: HittingStat, weights: StatWeights, tonights: readonly Prepared[]): CalibrationMap {
  const seen = tonights.map(({ tonight, constants, sample }) => ({
    distribution: distribute(tonight, weights, constants),
    value: stat.value(sample.row),
  }))
  const most = Math.max(...seen.map(({ value }) => value))
  const values = Array.from({ length: most }, (_, at) => at + 1).filter((value) => {
    const share = seen.filter((game) => game.value >= value).length / seen.length
    return share > RARE && share < 1 - RARE
  })
  const typical = Array.from({ length: values.at(-1) ?? 0 }, (_, at) => {
    const sum = seen.reduce((total, { distribution }) => total + logit(reach(distribution, at + 1)), 0)
    return sum / seen.length
  })
  const rows = seen.flatMap(({ distribution, value }) =>
    values.map((least): ShiftRow => {
      const usual = typical[least - 1] ?? 0
      return {
        features: [
          logit(reach(distribution, least)) - usual,
          ...values.map((each) => (each === least ? 1 : 0)),
        ],
        seen: value >= least ? 1 : 0,
        expect: (shift) => {
          const chance = expit(usual + shift)
          // The values of one game are one draw, not many.
          const variance = chance * (1 - chance) * values.length
          return { mean: chance, slope: chance * (1 - chance), variance }
        },
      }
    }),
  )
  const [pull = 1, ...levels] = fitShift(rows, [SLOPE_PRIOR, ...values.map(() => LEVEL_PRIOR)])
  const slope = Math.min(1, pull)
  const shapes = values.length > MOST_SHAPED ? [] : withoutMean(levels, values, typical)
  return {
    slope,
    shifts: typical.map((usual, at) => (1 - slope) * usual + (shapes[values.indexOf(at + 1)] ?? 0)),
  }
}

/** What the levels say of the values among themselves: how many a usual batter has of all is left to the league. */
function withoutMean(
  levels: readonly number[],
  values: readonly number[],
  typical: readonly number[],
): number[] {
  const weights = values.map((value) => {
    const chance = expit(typical[value - 1] ?? 0)
    return chance * (1 - chance)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = levels.reduce((sum, level, at) => sum + level * (weights[at] ?? 0), 0) / all
  return levels.map((level) => level - mean)
}

interface Prepared extends Judged {
  readonly tonight: ReturnType<typeof tonightOf>
}

/**
 * Maps of chances for every batter's stat, fitted on forecasts of days that their constants had not seen: the model is
 * fitted anew on the days before each cut of the season and judged on those after it.
 */
export function fitCalibration(season: Season, until: string): Calibration {
  const prepared = judgedStarts(season, until).flatMap((judged): Prepared[] => {
    const { sample, constants } = judged
    const evidence = gather(sample.input, constants)
    return evidence ? [{ ...judged, tonight: tonightOf(evidence, constants) }] : []
  })
  if (prepared.length === 0) return { maps: {} }
  const maps = statNamesOf('hitting').flatMap((name) => {
    const stat = statTypeOf(name)
    const weights = statWeights(name)
    return stat?.group === 'hitting' && weights ? [[name, mapOf(stat, weights, prepared)] as const] : []
  })
  return { maps: Object.fromEntries(maps) }
}
