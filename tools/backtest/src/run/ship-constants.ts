import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrackRecord } from '@propsight/shared/domain/engine'
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
import { CommandError, type Part } from '../options.ts'
import type { BacktestReport } from '../report/table.ts'
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

/** What one part of the constants was fitted on, and when. */
export interface PartProvenance extends Provenance {
  readonly years: readonly number[]
  readonly madeOn: string
}

/** What each part of the constants was fitted on: a fit of some parts leaves the others unchanged. */
export type FittedParts = Readonly<Record<Part, PartProvenance>>

/** Parts of which the forecasts of batters consist. */
const BATTERS_PARTS = ['batting', 'calibration'] as const satisfies readonly Part[]

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''

/** The last day that the constants of batters' forecasts were fitted on. */
const battersFittedTo = (fitted: FittedParts): string => latest(BATTERS_PARTS.map((part) => fitted[part].to))

/** One provenance of all parts, for the description of the file. */
export function summarise(fitted: FittedParts): Provenance {
  const parts = Object.values(fitted)
  return {
    data: [...new Set(parts.map(({ data }) => data))].join('; '),
    from: parts.map(({ from }) => from).toSorted()[0] ?? '',
    to: latest(parts.map(({ to }) => to)),
  }
}

/**
 * Checks that no judged day is part of the fit.
 * @param from the first judged day
 * @param fittedTo the last day of the fit
 * @throws CommandError if `from` is not after `fittedTo`
 */
export function checkAfterFit(from: string, fittedTo: string): void {
  if (from <= fittedTo)
    throw new CommandError(`the engine was fitted on days to ${fittedTo}: a record begins after them`)
}

/** Minimum length of a shipped track record: figures of fewer days are mostly noise. */
const LEAST_RECORD_DAYS = 30

/**
 * Checks before a long run that figures of batters or of pitchers may be shipped.
 * @param days the judged days, earliest first
 * @throws CommandError for other constants than the shipped ones, for days that both parts were fitted on, and
 * for a short window
 */
export function checkShippable(
  { constants }: { readonly constants?: string | undefined },
  days: readonly string[],
  fitted: FittedParts,
): void {
  if (constants !== undefined)
    throw new CommandError('--ship judges the shipped constants: it cannot be used with --constants')
  checkAfterFit(days[0] ?? '', [battersFittedTo(fitted), fitted.pitching.to].toSorted()[0] ?? '')
  checkRecordLength(days[0] ?? '', days.at(-1) ?? '')
}

const DAY_MS = 86_400_000

/**
 * @param from first judged day, `YYYY-MM-DD`
 * @param to last judged day; days without games count
 * @throws CommandError for a record of fewer than 30 days
 */
function checkRecordLength(from: string, to: string): void {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  if (days < LEAST_RECORD_DAYS)
    throw new CommandError(`${from} to ${to}: a shipped record needs at least ${LEAST_RECORD_DAYS} days`)
}

/** What may be null: bins of forecasts may be empty, and there may be no record of pitchers. */
const OPTIONAL_FIGURES = new Set(['predicted', 'happened', 'pitchersWindow'])

/**
 * Path of the first missing figure, such as `markets.0.slope`; null if there is none. JSON writes NaN as
 * null.
 */
function findMissingFigure(value: unknown, path: readonly string[] = []): string | null {
  if (value === null) return OPTIONAL_FIGURES.has(path.at(-1) ?? '') ? null : path.join('.')
  if (typeof value !== 'object') return null
  for (const [key, each] of Object.entries(value ?? {})) {
    const found = findMissingFigure(each, [...path, key])
    if (found !== null) return found
  }
  return null
}

/**
 * Makes the track record that ships with the engine from a backtest. Batters and pitchers are replaced if all
 * judged days are after the fit of their constants, batters only if the season has all counts. The other part of
 * the shipped record stays, if it is of the same engine.
 * @param fitted what the shipped constants were fitted on
 * @param madeOn the day of the backtest
 * @param shipped the shipped record
 * @throws CommandError if neither part can be replaced, without games, for fewer than 30 days, if forecasts were
 * refused, and for a figure that needs more games than there were
 */
export function trackRecordOf(
  report: BacktestReport,
  fitted: FittedParts,
  madeOn: string,
  shipped: TrackRecord,
): TrackRecord {
  const { from, to, data, engine } = report
  if (from === null || to === null) throw new CommandError('no game was judged: there is no record to ship')
  const fittedTo = battersFittedTo(fitted)
  const isOfPitchers = from > fitted.pitching.to
  const isOfBatters = from > fittedTo && report.leftOut.length === 0
  if (!isOfPitchers) {
    checkAfterFit(from, fittedTo)
    if (!isOfBatters)
      throw new CommandError(`no record to ship: the season lacks counts for ${report.leftOut.join(', ')}`)
  }
  checkRecordLength(from, to)
  if (report.refused > 0)
    throw new CommandError(`${report.refused} forecasts were refused: no record to ship`)
  if (!isOfBatters && shipped.engine !== engine)
    throw new CommandError('no record to ship: ship one of batters of this engine first')
  const kept = shipped.engine === engine ? shipped : { ...shipped, pitchers: [], pitchersWindow: null }
  const record = rounded({
    ...kept,
    ...(isOfBatters && {
      engine,
      data,
      from,
      to,
      fittedTo,
      madeOn,
      markets: report.markets.map(({ skill: _, perfectEce: __, coverage: ___, ...market }) => market),
      pooled: report.pooled,
    }),
    ...(isOfPitchers && {
      pitchers: report.pitchers.map(
        ({ sumEarlierStarts: _, maeUnknown: __, bias: ___, ...pitcher }) => pitcher,
      ),
      pitchersWindow: { data, from, to, fittedTo: fitted.pitching.to },
    }),
  })
  // The API validates the record at its start, and a missing figure would prevent the start.
  const missing = findMissingFigure(record)
  if (missing) throw new CommandError(`no record to ship: ${missing} has no figure, from too few games`)
  return record
}

/** Folder of the engine's fitted constants. */
export const FITTED_FOLDER = join(import.meta.dirname, '../../../../shared/src/domain/sports/mlb/fitted')

const SIGNIFICANT_DIGITS = 5
/** Retrosheet's terms of use require this sentence in everything that is made from its data. */
const RETROSHEET =
  'The information used here was obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).'

/** One constant of the engine. */
export interface FittedFile {
  /** Name of the file without `.json`. */
  readonly file: string
  /** Description for the file. */
  readonly what: string
  readonly value: object
}

export interface Provenance {
  /** Name of the data. */
  readonly data: string
  readonly from: string
  readonly to: string
}

/** Rounds all numbers to five significant digits; the data of a season do not support more. */
export const rounded = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'number' ? Number(each.toPrecision(SIGNIFICANT_DIGITS)) : each,
    ),
  )

/**
 * Writes a constant into the engine.
 * @returns the path of the file
 */
export function writeFitted(
  { file, what, value }: FittedFile,
  made: Provenance,
  folder = FITTED_FOLDER,
): string {
  const notice = made.data.includes('Retrosheet') ? ` ${RETROSHEET}` : ''
  const about = `${what} ${made.data}, ${made.from} to ${made.to}.${notice}`
  const path = join(folder, `${file}.json`)
  writeFileSync(path, `${JSON.stringify({ about, value }, null, 2)}\n`)
  return path
}

/** The shipped value of a constant; undefined for a new one. */
export function readFitted(file: string): unknown {
  const path = join(FITTED_FOLDER, `${file}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).value : undefined
}
