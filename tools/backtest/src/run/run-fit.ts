import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type BattingConstants,
  type Calibration,
  ENGINE_VERSION,
  forecastBatter,
  forecastPitcher,
  type PitchingConstants,
} from '@propsight/shared/domain/engine'
import { fitBatting } from '../fit/batting/fit-batting.ts'
import { fitDependence } from '../fit/dependence/fit-dependence.ts'
import { fitCalibration } from '../fit/fit-calibration.ts'
import { fitPitching } from '../fit/pitching/fit-pitching.ts'
import { CommandError, type Options } from '../options.ts'
import type { Season } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import { type CommandIo, dataName, loadSeason } from './command-io.ts'
import { FITTED_FOLDER, type FittedModule, type Provenance, rounded, writeFitted } from './ship-constants.ts'

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

/** An engine with newly fitted constants. */
const engineOf = (
  batting: BattingConstants,
  calibration: Calibration,
  pitching: PitchingConstants,
): Engine => ({
  forecastBatter: (input, stats) => forecastBatter(input, stats, batting, calibration),
  forecastPitcher: (input, stats) => forecastPitcher(input, stats, pitching),
})

/** Fits the parts in the order of their dependencies. Later parts use the constants that were just fitted. */
function* fitParts(
  season: Season,
  until: string,
  say: (part: string) => void,
  report: (text: string) => void,
): Generator<FittedModule> {
  const fitted = <T>(part: string, fit: () => T): T => {
    say(part)
    return rounded(fit())
  }
  const pitching = fitted('pitchers', () => fitPitching(season, until))
  yield {
    file: 'pitching',
    constant: 'PITCHING',
    type: 'PitchingConstants',
    typeFrom: '../pitcher/constants.ts',
    what: 'Weights of the pitchers’ model. Written by `npm run fit`, never by hand.',
    value: pitching,
  }
  const batting = fitted('batters', () => fitBatting(season, until))
  yield {
    file: 'batting',
    constant: 'BATTING',
    type: 'BattingConstants',
    typeFrom: '../batter/constants.ts',
    what: 'Weights of the batters’ model. Written by `npm run fit`, never by hand.',
    value: batting,
  }
  const calibration = fitted('calibration', () => fitCalibration(season, until))
  yield {
    file: 'calibration',
    constant: 'CALIBRATION',
    type: 'Calibration',
    typeFrom: '../calibrate.ts',
    what: 'Maps of chances by stat, from forecasts of days after those learnt from. Written by `npm run fit`, never by hand.',
    value: calibration,
  }
  yield {
    file: 'dependence',
    constant: 'DEPENDENCE',
    type: 'Dependence',
    typeFrom: '../parlay/dependence.ts',
    what: 'How the stats of one game hang together. Written by `npm run fit`, never by hand.',
    value: fitted('dependence', () =>
      fitDependence(season, until, engineOf(batting, calibration, pitching), report),
    ),
  }
}

/** Fits all constants that ship with the engine, writes them and reports the changes. */
export async function runFit(options: Options, io: CommandIo): Promise<void> {
  const { season, folder } = loadSeason(options.season, io)
  const first = season.games[0]?.date ?? ''
  const last = season.games.at(-1)?.date ?? ''
  const until = options.to !== undefined && options.to < last ? options.to : last
  if (until < first) throw new CommandError(`${folder}: has no games to ${until}`)
  const made: Provenance = { data: options.data ?? dataName(folder), from: first, to: until }
  let changed = false
  const write = async (module: FittedModule): Promise<void> => {
    const before = await shipped(module)
    changed ||= changes(before, module.value).length > 0
    io.stdout(`${module.file}: ${describeChanges(before, module.value).join('\n  ')}\n`)
    if (!options.dryRun) io.stderr(`  wrote ${writeFitted(module, made)}\n`)
  }
  let begun = performance.now()
  const say = (part: string) => io.stderr(`  fitting ${part} on ${first} to ${until}\n`)
  for (const module of fitParts(season, until, say, (text) => io.stdout(`${text}\n`))) {
    io.stderr(`  ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
    begun = performance.now()
    await write(module)
  }
  const today = new Date().toISOString().slice(0, 10)
  if (changed && !options.dryRun && ENGINE_VERSION !== today)
    io.stdout(
      `The engine has changed: raise ENGINE_VERSION (${ENGINE_VERSION}) and run the backtest again.\n`,
    )
  await write({
    file: 'provenance',
    constant: 'FITTED',
    type: '',
    typeFrom: null,
    what: 'What the shipped constants were fitted on, and when.',
    value: { ...made, madeOn: today },
  })
}

/** The current value of a constant of the engine; undefined for a new one. */
async function shipped({ file, constant }: FittedModule): Promise<unknown> {
  try {
    const module: Record<string, unknown> = await import(
      pathToFileURL(join(FITTED_FOLDER, `${file}.ts`)).href
    )
    return module[constant]
  } catch {
    return undefined
  }
}
