import { readFileSync } from 'node:fs'
import {
  BATTING,
  type BattingConstants,
  CALIBRATION,
  type Calibration,
  forecastBatter,
  forecastPitcher,
  PITCHING,
  type PitchingConstants,
} from '@propsight/shared/domain/engine'
import { CommandError } from '../options.ts'
import type { Engine } from '../score/cases.ts'

/** The fitted constants of all forecasts. Those of entries (`dependence`) are not part of a backtest. */
export interface EngineConstants {
  readonly batting: BattingConstants
  readonly calibration: Calibration
  readonly pitching: PitchingConstants
}

/** An engine with other constants than the shipped ones. */
export const engineOf = ({ batting, calibration, pitching }: EngineConstants): Engine => ({
  forecastBatter: (input, stats) => forecastBatter(input, stats, batting, calibration),
  forecastPitcher: (input, stats) => forecastPitcher(input, stats, pitching),
})

/**
 * Path of the first difference in form from a model tree: a missing or extra key, or another type; null without
 * one.
 */
function findDifference(value: unknown, model: unknown, path: readonly string[] = []): string | null {
  if (typeof model !== 'object' || model === null)
    return typeof value === typeof model && (typeof value !== 'number' || Number.isFinite(value))
      ? null
      : path.join('.')
  if (typeof value !== 'object' || value === null) return path.join('.')
  // The length of a list depends on the data.
  if (Array.isArray(model))
    return Array.isArray(value) && value.every((each) => findDifference(each, model[0]) === null)
      ? null
      : path.join('.')
  const own: Readonly<Record<string, unknown>> = { ...value }
  for (const [key, each] of Object.entries(model)) {
    const found = findDifference(own[key], each, [...path, key])
    if (found !== null) return found
  }
  return null
}

/**
 * Reads constants that `npm run fit -- --json` wrote.
 * @throws CommandError if the file cannot be read or is not of this version of the engine
 */
export function readConstants(file: string): EngineConstants {
  let found: unknown
  try {
    found = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file}: cannot be read (${error instanceof Error ? error.message : error})`)
  }
  const difference = findDifference(found, {
    batting: BATTING,
    calibration: { maps: { Hits: CALIBRATION.maps.Hits } },
    pitching: PITCHING,
  })
  if (difference !== null)
    throw new CommandError(`${file}: ${difference || 'the file'} does not fit this version of the engine`)
  return found as EngineConstants
}
