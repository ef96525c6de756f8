import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from '../start/start-settings.ts'
import { createModuleGraph, type ModuleGraph, reachedFiles } from './module-graph.ts'
import { measureSizes, type SizeFigure } from './size-figures.ts'

/** Limits on the size and the layout of the source files, and the checks that count them. */

/** One figure with its limit. */
export interface Figure {
  what: string
  value: number
  limit: string
  ok: boolean
  /** The files or folders that exceed the limit. */
  exceeding: string[]
}

const MAX_SOURCE_FILES = 1_213
const MEDIAN_LINES = { min: 60, max: 100 }
const MAX_LINES = 300
const MAX_FILES_PER_FOLDER = 20

const CODE = /\.(ts|tsx|mjs)$/
/** Tests, their helpers and generated constants are not counted. */
const NOT_COUNTED = /\.test\.tsx?$|^tests\/|\/testing\/|\/fitted\//

/** Names that standard terms replaced (`docs/glossary.md`), as whole words in code. */
const REPLACED_NAMES =
  'laneOf useDeed countDeeds trickle flyOnce grounded glance keepMoves movesAtHand gather ' +
  'startAround PromiseLater PickPromise speakPlainly awaitLevel leaveSilentRedis watchParts ' +
  'expectGameLogs useCalmOrder holdPlace warmth deed deeds stranger patientFetch startWire ' +
  'openRig FaultStage'
const REPLACED = new RegExp(`\\b(${REPLACED_NAMES.replaceAll(' ', '|')})\\b`)

/**
 * Parts of `shared` that are used as a whole: the engine predicts for the API and the backtest, although single
 * modules of it (explanations, parlays) have one user.
 */
const UNITS = ['books', 'engine', 'payouts', 'prop', 'sports']
  .map((unit) => `shared/src/domain/${unit}/`)
  .concat('shared/src/release/')

/** Modules that define what the product shows, that judge it, or that are no product. */
const NO_SCREEN = /^shared\/src\/domain\/(engine|prop|sports)\/|^(tools|league)\/|\/(dev\/|index\.ts$)/
const COMPOSES = /\b(composeMarket|composeRounded|conditionOnOffer)\b/
/** Alternate lines and factors only; a shown line is read by `lineForecast`. */
const READS_DISTRIBUTION = /\b(lineOdds|chanceAtLeast)\b/

/** Signs the visitor out of this browser; the picks of the last seconds must be sent before. */
const SIGNS_OUT = /\.auth\.signOut\(\{ scope: 'local' \}\)/

/** Parts of paths of the folders of a sport besides baseball. */
const SPORT_FOLDER = /\/(nba|nfl|football)\//
/** A name of such a sport, alone or at the beginning of a part of an identifier. */
const SPORT_NAME = /\bn(ba|fl)(?![a-z])|N(ba|fl)(?![a-z])|(?<![A-Za-z])N(BA|FL)(?![A-Za-z])/
/** The places that name a sport: a new one joins its registry and the texts, and nothing else. */
const SPORT_NAMING = new Set([
  // Registries, and the routes of the sample league. The conditions of slots are loaded before first paint.
  'shared/src/contracts/releases/slots.ts',
  'shared/src/domain/sports/fields.ts',
  'shared/src/domain/sports/open.ts',
  'shared/src/domain/sports/stat-type.ts',
  'api/src/sources/constants.ts',
  'api/src/sources/upstream.ts',
  'league/src/server/league-state.ts',
  'tools/backtest/src/index.ts',
  // Options, and words of pictures of the book.
  'api/src/services/pictures/reader/rows/club-names.ts',
  'tools/backtest/src/options.ts',
  'tools/start/start-settings.ts',
  // Specified texts and rules (W1, P8), and pages.
  'remotes/weather/src/app/weather-view.tsx',
  'remotes/weather/src/config/sports.ts',
  'remotes/weather/src/features/help/target-ratings.tsx',
  'shell/src/features/legal/texts/legal-texts.ts',
  'shell/src/features/pages/scanner-page.tsx',
  // This list.
  'tools/test/code-structure.ts',
])

const linesOf = (text: string): number => text.split('\n').length - 1

const FOLDERS = ['api', 'league', 'remotes', 'shared', 'shell', 'supabase', 'tests', 'tools']
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results'])

/** The code files of the repository, from its root. */
function codeFiles(): string[] {
  const files: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) visit(path)
      else if (entry.isFile() && CODE.test(entry.name)) files.push(path)
    }
  }
  for (const folder of FOLDERS) visit(folder)
  return files
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function countPerFolder(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return counts
}

/** The package of a file: `api`, `remotes/picks`, `tools/harness`, … */
function packageOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  const isNested = top === 'remotes' || (top === 'tools' && ['harness', 'backtest'].includes(second))
  return isNested ? `${top}/${second}` : top
}

/** The files of the entries of the workspace packages, by specifier: `@propsight/shared/client`, … */
function packageEntries(): Map<string, string> {
  const manifests = list('{*,remotes/*,tools/*}/package.json').map((path) => ({
    folder: dirname(path),
    manifest: JSON.parse(readFileSync(join(ROOT, path), 'utf8')),
  }))
  return new Map(
    manifests.flatMap(({ folder, manifest: { name, exports = {} } }) =>
      Object.entries<string>(exports).map(([entry, file]) => [
        posix.join(name, entry),
        posix.join(folder, file),
      ]),
    ),
  )
}

/**
 * Finds the modules of `shared` that production code of fewer than two packages imports, directly or through other
 * modules of `shared`.
 * @param files production code
 */
function findSinglePackageModules(graph: ModuleGraph, files: readonly string[]): string[] {
  const users = new Map<string, Set<string>>()
  for (const user of files.filter((file) => !file.startsWith('shared/'))) {
    const imported = (graph.get(user) ?? []).map(({ file }) => file)
    for (const file of reachedFiles(
      graph,
      imported.filter((each) => each.startsWith('shared/')),
    ))
      users.set(file, (users.get(file) ?? new Set()).add(packageOf(user)))
  }
  return files.filter(
    (file) =>
      file.startsWith('shared/src/') &&
      !file.endsWith('/index.ts') &&
      !UNITS.some((unit) => file.startsWith(unit)) &&
      (users.get(file)?.size ?? 0) < 2,
  )
}

const DOCUMENTED_PATH =
  /`((?:\.ci|api|deploy|docs|league|remotes|shared|shell|supabase|tests|tools)\/[\w./-]+)`/g
const LINK = /\]\(([\w./-]+)(?:#[^)]*)?\)/g
/** Parts of paths that stand for a name which the reader chooses. */
const PLACEHOLDER = /NAME|TOPIC|remotes\/streaks/

/** A name in a document that must occur in the code: camelCase, PascalCase, CONSTANT_CASE or a file's base name. */
const DOCUMENTED_NAME =
  /`((?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}_\w+|[a-z]+(?:-[a-z]+)+\.tsx?))(?:\(\))?`/g
/** Names of libraries and other systems in the documents, which the code does not use. */
const FOREIGN_NAMES = new Set([
  'useBlocker',
  'useParams',
  'DeleteObject',
  'GetObject',
  'ListBucket',
  'NODE_EXTRA_CA_CERTS',
  'PutObject',
])
const outside = (path: string): boolean => /(^|\/)(node_modules|dist|test-results|\.\w[^/]*)$/.test(path)
const list = (pattern: string): string[] => globSync(pattern, { cwd: ROOT, exclude: outside })

/** All words of the code, its configuration and its database, and the base names of the files. */
function wordsOfCode(code: ReadonlyMap<string, string>): ReadonlySet<string> {
  const others = list('**/*.{sql,json,yaml,yml,css,html}').filter((file) => !file.startsWith('pnpm-lock'))
  const texts = [...code.values(), ...others.map((file) => readFileSync(join(ROOT, file), 'utf8'))]
  const words = texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? [])
  return new Set([...words, ...[...code.keys(), ...others].map((file) => posix.basename(file))])
}

/** Finds the paths, links and names of the documents that the repository does not have, as `document: name`. */
export function findStaleMentions(code: ReadonlyMap<string, string>): string[] {
  const words = wordsOfCode(code)
  return list('**/*.md').flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const mentioned = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
    const paths = [
      ...mentioned(DOCUMENTED_PATH),
      ...mentioned(LINK).map((path) => posix.join(dirname(document), path)),
    ]
    const stale = [
      ...paths.filter((path) => !PLACEHOLDER.test(path) && !existsSync(join(ROOT, path))),
      ...mentioned(DOCUMENTED_NAME).filter((name) => !words.has(name) && !FOREIGN_NAMES.has(name)),
    ]
    return [...new Set(stale)].map((name) => `${document}: ${name}`)
  })
}

const readTexts = (): Map<string, string> =>
  new Map(codeFiles().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))

/** The imports between the code files of the repository. */
export const readModuleGraph = (texts = readTexts()): ModuleGraph =>
  createModuleGraph(texts, packageEntries())

/** Measures the source files against the limits, and the sizes that have goals. */
export function measureStructure(): { figures: Figure[]; sizes: SizeFigure[] } {
  const texts = readTexts()
  const graph = readModuleGraph(texts)
  return { figures: measureLimits(texts, graph), sizes: measureSizes(texts, graph) }
}

function measureLimits(texts: ReadonlyMap<string, string>, graph: ModuleGraph): Figure[] {
  const sources = new Map([...texts].filter(([file]) => !NOT_COUNTED.test(file)))
  const sizes = [...sources].map(([file, text]) => ({ file, lines: linesOf(text) }))
  const middle = median(sizes.map(({ lines }) => lines))
  const long = sizes.filter(({ lines }) => lines > MAX_LINES)
  const full = [...countPerFolder([...sources.keys()])].filter(([, count]) => count > MAX_FILES_PER_FOLDER)
  const single = findSinglePackageModules(graph, [...sources.keys()])
  const replaced = [...texts].filter(
    ([file, text]) => REPLACED.test(text) && !file.endsWith('code-structure.ts'),
  )
  const atMost = (most: number, what: string, found: string[]): Figure => {
    const ok = found.length <= most
    return {
      what,
      value: found.length,
      limit: most === 0 ? '0' : `at most ${most}`,
      ok,
      exceeding: ok ? [] : found,
    }
  }
  const none = (what: string, exceeding: string[]): Figure => atMost(0, what, exceeding)
  const using = (names: RegExp): string[] =>
    [...sources].filter(([file, text]) => !NO_SCREEN.test(file) && names.test(text)).map(([file]) => file)
  return [
    {
      what: 'source files',
      value: sources.size,
      limit: `at most ${MAX_SOURCE_FILES}`,
      ok: sources.size <= MAX_SOURCE_FILES,
      exceeding: [],
    },
    {
      what: 'lines of the median file',
      value: middle,
      limit: `${MEDIAN_LINES.min} to ${MEDIAN_LINES.max}`,
      ok: middle >= MEDIAN_LINES.min && middle <= MEDIAN_LINES.max,
      exceeding: [],
    },
    none(
      `files over ${MAX_LINES} lines`,
      long.map(({ file, lines }) => `${file}: ${lines}`),
    ),
    none(
      `folders with more than ${MAX_FILES_PER_FOLDER} files`,
      full.map(([folder, count]) => `${folder}: ${count}`),
    ),
    atMost(1, 'places that compose a displayed probability', using(COMPOSES)),
    atMost(2, 'places that read a probability past lineForecast', using(READS_DISTRIBUTION)),
    atMost(
      1,
      'places that end the session',
      [...sources].filter(([, text]) => SIGNS_OUT.test(text)).map(([file]) => file),
    ),
    none('modules of shared that fewer than two packages use', single),
    none(
      'files with names that the glossary replaced',
      replaced.map(([file]) => file),
    ),
    none(
      'files that name a sport outside its folders, or no longer do',
      [...sources]
        .filter(
          ([file, text]) => !SPORT_FOLDER.test(file) && SPORT_NAME.test(text) !== SPORT_NAMING.has(file),
        )
        .map(([file]) => file),
    ),
    none('paths and names in documents that do not exist', findStaleMentions(texts)),
  ]
}
