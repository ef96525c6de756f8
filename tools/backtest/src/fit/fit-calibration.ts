import { findStatType, listStatNames } from '@propsight/shared/domain'
import {
  type BattingConstants,
  buildEvidence,
  type Calibration,
  computeGameParameters,
  distribute,
  statWeights,
} from '@propsight/shared/domain/engine'
import type { Season } from '../read/season.ts'
import { fitBatting } from './batting/fit-batting.ts'
import { type BattingSample, battingSamples } from './batting/samples.ts'
import { fitMap } from './calibration/fit-map.ts'

/**
 * Shares of the days after which the model is fitted again. Each fit is tested on the days until the next
 * one.
 */
const CUTS = [0.65, 0.82]
/** Minimum number of earlier starts of a batter. */
const LEAST_STARTS = 10

interface Judged {
  readonly sample: BattingSample
  readonly constants: BattingConstants
}

/** The starts after each cut, with constants fitted on the days before it. */
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

interface Prepared extends Judged {
  readonly parameters: ReturnType<typeof computeGameParameters>
}

/**
 * Fits the calibration maps of all batter markets, on forecasts of days that are not part of the fit of their
 * constants: the model is fitted on the days before each cut of the season and tested on those after it.
 */
export function fitCalibration(season: Season, until: string): Calibration {
  const prepared = judgedStarts(season, until).flatMap((judged): Prepared[] => {
    const { sample, constants } = judged
    const evidence = buildEvidence(sample.input, constants)
    return evidence ? [{ ...judged, parameters: computeGameParameters(evidence, constants) }] : []
  })
  if (prepared.length === 0) return { maps: {} }
  const maps = listStatNames('hitting').flatMap((name) => {
    const stat = findStatType(name)
    const weights = statWeights(name)
    if (stat?.group !== 'hitting' || !weights) return []
    const games = prepared.map(({ parameters, constants, sample }) => ({
      distribution: distribute(parameters, weights, constants),
      value: stat.value(sample.row),
    }))
    return [[name, fitMap(games)] as const]
  })
  return { maps: Object.fromEntries(maps) }
}
