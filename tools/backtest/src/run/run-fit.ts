import { PARK_TABLES } from '@propsight/shared/domain'
import {
  BATTING,
  CALIBRATION,
  DEPENDENCE,
  ENGINE_VERSION,
  FITTED,
  PITCHING,
  type WeatherEffect,
} from '@propsight/shared/domain/engine'
import { fitBatting } from '../fit/batting/fit-batting.ts'
import { fitDependence } from '../fit/dependence/fit-dependence.ts'
import { fitCalibration } from '../fit/fit-calibration.ts'
import { fitParks } from '../fit/fit-parks.ts'
import { fitPitching } from '../fit/pitching/fit-pitching.ts'
import { fitWeather, readWeather } from '../fit/weather/fit-weather.ts'
import type { Options, Part } from '../options.ts'
import { CommandError } from '../options.ts'
import type { Season } from '../read/season.ts'
import {
  type CommandIo,
  chainSeasons,
  checkWritable,
  dataName,
  type FolderRows,
  loadSeason,
  writeOutput,
} from './command-io.ts'
import {
  engineOf,
  type FittedFile,
  type FittedParts,
  type PartProvenance,
  type Provenance,
  readFitted,
  rounded,
  summarise,
  writeFitted,
} from './ship-constants.ts'

/** Counts that the fit needs and a source may lack. */
const NEEDED = {
  batting: ['hitByPitch'],
  pitching: ['earnedRuns', 'hitByPitch'],
} as const

/** Counts that one of the seasons of a fit must have: others without them do not count for scoring. */
const SCORING = ['runs', 'rbi', 'stolenBases'] as const

const isKnownIn = (rows: readonly object[], count: string): boolean =>
  rows.length === 0 || rows.some((row) => (row as Record<string, unknown>)[count] !== null)

/**
 * The season without the rows that lack a count of rates. Rows without runs stay: they count for rates and
 * playing time.
 * @throws CommandError for a season in which such a count is unknown in all rows: its constants cannot be fitted
 */
export function completeRows(season: Season, folder: string): Season {
  const keep = <Row extends object>(rows: readonly Row[], counts: readonly (keyof Row & string)[]) => {
    const lacking = counts.filter((count) => !isKnownIn(rows, count))
    if (lacking.length > 0)
      throw new CommandError(`${folder}: cannot be fitted without ${lacking.join(', ')}`)
    return rows.filter((row) => counts.every((count) => row[count] !== null))
  }
  return {
    games: season.games,
    batting: keep(season.batting, NEEDED.batting),
    pitching: keep(season.pitching, NEEDED.pitching),
  }
}

/**
 * Joins the seasons of a fit, as `chainSeasons`.
 * @throws CommandError for two folders of one season, and if no season has runs and runs batted in
 */
export function joinSeasons(seasons: readonly FolderRows[], earlier: readonly FolderRows[] = []): Season {
  const joined = chainSeasons(seasons, earlier)
  const lacking = SCORING.filter((count) => !isKnownIn(joined.batting, count))
  if (lacking.length > 0)
    throw new CommandError(
      `${seasons.map(({ folder }) => folder).join(', ')}: cannot be fitted without ${lacking.join(', ')}`,
    )
  return joined
}

/** The years in which runs and runs batted in are known. */
function yearsWithScoring({ games, batting, pitching, earlier = [] }: Season): Season {
  const years = new Set(
    [...Map.groupBy(batting, ({ date }) => date.slice(0, 4))]
      .filter(([, rows]) => SCORING.every((count) => isKnownIn(rows, count)))
      .map(([year]) => year),
  )
  const inYears = ({ date }: { readonly date: string }): boolean => years.has(date.slice(0, 4))
  return {
    games: games.filter(inYears),
    batting: batting.filter(inYears),
    pitching: pitching.filter(inYears),
    earlier,
  }
}

/** The rows up to and including a day. */
const cutAt = ({ games, batting, pitching }: Season, until: string): Season => ({
  games: games.filter(({ date }) => date <= until),
  batting: batting.filter(({ date }) => date <= until),
  pitching: pitching.filter(({ date }) => date <= until),
})

/** Reads the seasons of a fit, cut at its last day. */
export function loadFit(options: Options, io: CommandIo): { readonly season: Season; readonly data: string } {
  if (options.season.length === 0) loadSeason(undefined, io)
  const seasons = options.season.map((folder) => {
    const read = loadSeason(folder, io).season
    const rows = options.only.every((part) => part === 'parks') ? read : completeRows(read, folder)
    const cut = options.to === undefined ? rows : cutAt(rows, options.to)
    if (cut.games.length === 0) throw new CommandError(`${folder}: has no games to ${options.to}`)
    return { folder, rows: cut }
  })
  const earlier = options.earlier.map((folder) => ({ folder, rows: loadSeason(folder, io).season }))
  const season = joinSeasons(seasons, earlier)
  return { season, data: options.data ?? options.season.map(dataName).join(', ') }
}

type Leaf = number | string

/** One value that changed in a fit. */
interface ValueChange {
  readonly path: string
  readonly from: Leaf | undefined
  readonly to: Leaf | undefined
}

const leavesOf = (value: unknown, path = ''): [string, Leaf][] => {
  if (typeof value === 'number' || typeof value === 'string') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
}

/** Size of a change for sorting; changes other than from number to number are listed first. */
const size = ({ from, to }: ValueChange): number =>
  typeof from === 'number' && typeof to === 'number' ? Math.abs(to - from) : Number.POSITIVE_INFINITY

/** The values that differ between two trees, the largest change first. */
export function changes(before: unknown, after: unknown): ValueChange[] {
  const oldLeaves = new Map(leavesOf(before))
  const newLeaves = new Map(leavesOf(after))
  return [...new Set([...oldLeaves.keys(), ...newLeaves.keys()])]
    .map((path) => ({ path, from: oldLeaves.get(path), to: newLeaves.get(path) }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a)))
}

/** Summary of the changes: the number of changed values, and the `most` largest changes. */
export function describeChanges(before: unknown, after: unknown, most = 5): string[] {
  const changed = changes(before, after)
  const all = leavesOf(after).length
  if (changed.length === 0) return [`nothing changed in ${all} values`]
  return [
    `${changed.length} of ${all} values changed`,
    ...changed.slice(0, most).map(({ path, from, to }) => `${path}: ${from ?? 'new'} → ${to ?? 'removed'}`),
  ]
}

/** Fits the parts in the order of their dependencies. Later parts use the constants that were just fitted. */
export function* fitParts(
  season: Season,
  until: string,
  say: (part: string) => void,
  report: (text: string) => void,
  only: readonly Part[],
): Generator<FittedFile> {
  const fitted = <T>(part: Part, shippedValue: T, fit: () => T): T => {
    if (!only.includes(part)) return shippedValue
    say(part)
    return rounded(fit())
  }
  yield {
    file: 'parks',
    what: 'Effects of parks by season, from the seasons before it. Written by `npm run fit`, never by hand.',
    value: fitted('parks', PARK_TABLES, () => fitParks(season)),
  }
  const pitching = fitted('pitching', PITCHING, () => fitPitching(season, until))
  yield {
    file: 'pitching',
    what: 'Weights of the pitchers’ model. Written by `npm run fit`, never by hand.',
    value: pitching,
  }
  const batting = fitted('batting', BATTING, () => fitBatting(season, until))
  yield {
    file: 'batting',
    what: 'Weights of the batters’ model. Written by `npm run fit`, never by hand.',
    value: batting,
  }
  const calibration = fitted('calibration', CALIBRATION, () => fitCalibration(season, until))
  yield {
    file: 'calibration',
    what: 'Maps of chances by stat, from forecasts of days after those learnt from. Written by `npm run fit`, never by hand.',
    value: calibration,
  }
  yield {
    file: 'dependence',
    what: 'How the stats of one game hang together. Written by `npm run fit`, never by hand.',
    value: fitted('dependence', DEPENDENCE, () =>
      fitDependence(yearsWithScoring(season), until, engineOf({ batting, calibration, pitching }), report),
    ),
  }
}

/** The provenance of all parts after a fit of some parts. */
export const withFittedParts = (
  before: FittedParts,
  only: readonly Part[],
  made: PartProvenance,
): FittedParts => ({
  ...before,
  ...Object.fromEntries(only.map((part) => [part, made])),
})

const effectText = ({ effect, low, high }: WeatherEffect): string =>
  [effect, low, high].map((log) => `${(100 * Math.expm1(log)).toFixed(1)}%`).join(' ')

/** Fits the effects of the weather, prints each with its 95% interval and writes them. */
function runWeatherFit(options: Options, { season, data }: ReturnType<typeof loadFit>, io: CommandIo): void {
  const outdoor = options.season.flatMap(readWeather)
  const value = rounded(fitWeather(season, outdoor))
  io.stdout(`${value.games} outdoor games; per 10 °F, and per 10 mph to centre field\n`)
  for (const [name, { temperature, wind }] of Object.entries(value.effects))
    io.stdout(`  ${name.padEnd(12)} ${effectText(temperature).padEnd(24)} ${effectText(wind)}\n`)
  if (options.dryRun) return
  const dates = outdoor.map(({ date }) => date).toSorted()
  const constants = {
    file: 'weather',
    what: 'Effects of temperature and wind, and the usual weather of parks. Written by `npm run fit -- --weather`, never by hand.',
    value,
  }
  io.stderr(`  wrote ${writeFitted(constants, { data, from: dates[0] ?? '', to: dates.at(-1) ?? '' })}\n`)
}

/** Fits all constants that ship with the engine, writes them and reports the changes. */
export function runFit(options: Options, io: CommandIo): void {
  checkWritable(options.json)
  const { season, data } = loadFit(options, io)
  if (options.weather) {
    runWeatherFit(options, { season, data }, io)
    return
  }
  const first = season.games[0]?.date ?? ''
  const until = season.games.at(-1)?.date ?? ''
  const years = [...new Set(season.games.map(({ date }) => Number(date.slice(0, 4))))]
  const made: Provenance = { data, from: first, to: until }
  let changed = false
  const write = (constants: FittedFile, from: Provenance = made): void => {
    const before = readFitted(constants.file)
    changed ||= changes(before, constants.value).length > 0
    io.stdout(`${constants.file}: ${describeChanges(before, constants.value).join('\n  ')}\n`)
    if (!options.dryRun) io.stderr(`  wrote ${writeFitted(constants, from)}\n`)
  }
  let begun = performance.now()
  const say = (part: string) => io.stderr(`  fitting ${part} on ${data}, ${first} to ${until}\n`)
  const forecasts: Record<string, object> = {}
  for (const constants of fitParts(season, until, say, (text) => io.stdout(`${text}\n`), options.only)) {
    io.stderr(`  ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
    begun = performance.now()
    if (options.json === undefined) {
      if (options.only.some((part) => part === constants.file)) write(constants)
      continue
    }
    forecasts[constants.file] = constants.value
    // Entries are not part of a backtest, and their fit takes longest.
    if (constants.file === 'calibration') break
  }
  if (options.json !== undefined) {
    writeOutput(options.json, `${JSON.stringify({ ...made, years, ...forecasts }, null, 2)}\n`, io)
    return
  }
  const today = new Date().toISOString().slice(0, 10)
  if (changed && !options.dryRun && ENGINE_VERSION !== today)
    io.stdout(
      `The engine has changed: raise ENGINE_VERSION (${ENGINE_VERSION}) and run the backtest again.\n`,
    )
  const fitted = withFittedParts(FITTED, options.only, { ...made, years, madeOn: today })
  write(
    {
      file: 'provenance',
      what: 'What each part of the shipped constants was fitted on, and when.',
      value: fitted,
    },
    summarise(fitted),
  )
}
