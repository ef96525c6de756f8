import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from '../start/start-settings.ts'

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

const MAX_SOURCE_FILES = 1_250
const MEDIAN_LINES = { min: 60, max: 90 }
const MAX_LINES = 300
const MAX_FILES_PER_FOLDER = 20

const CODE = /\.(ts|tsx|mjs)$/
/** Tests, their helpers and generated constants are not counted. */
const NOT_COUNTED = /\.test\.tsx?$|^tests\/|\/testing\/|\/fitted\//

/**
 * Names that the glossary replaced, as whole words in code: each has a standard term in `docs/glossary.md`.
 */
const REPLACED_NAMES = [
  'laneOf',
  'useDeed',
  'countDeeds',
  'trickle',
  'flyOnce',
  'grounded',
  'glance',
  'keepMoves',
  'movesAtHand',
  'gather',
  'startAround',
  'PromiseLater',
  'PickPromise',
  'speakPlainly',
  'awaitLevel',
  'leaveSilentRedis',
  'watchParts',
  'expectGameLogs',
  'useCalmOrder',
  'holdPlace',
  'warmth',
  'deed',
  'deeds',
  'stranger',
  'patientFetch',
  'startWire',
  'openRig',
  'FaultStage',
]
const REPLACED = new RegExp(`\\b(${REPLACED_NAMES.join('|')})\\b`)

/**
 * Parts of `shared` that are used as a whole: the engine predicts for the API and the backtest, although single
 * modules of it (explanations, parlays) have one user.
 */
const UNITS = ['shared/src/domain/engine/', 'shared/src/domain/payouts/', 'shared/src/release/']

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

interface Import {
  /** The imported file, or null if it is outside of the repository. */
  file: string | null
  /** The imported names; null for all. */
  names: string[] | null
  reexports: boolean
}

const IMPORT = /^(import|export)\s+(?:type\s+)?(\*(?: as \w+)?|\w+|\{[^}]*\})?(?:\s+from\s+)?'([^']+)'/gm
/** Before the path there may be a comment with the name of the chunk. */
const DYNAMIC_IMPORT = /import\((?:\/\*[^*]*\*\/\s*)?'([^']+)'\)/g
const EXPORTED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/**
 * Finds the modules of `shared` that production code of fewer than two packages imports, directly or through other
 * modules of `shared`.
 */
export function findSinglePackageModules(sources: ReadonlyMap<string, string>): string[] {
  const entries: Record<string, string> = JSON.parse(
    readFileSync(join(ROOT, 'shared/package.json'), 'utf8'),
  ).exports
  const resolve = (from: string, specifier: string): string | null => {
    const entry = /^@propsight\/shared\/(.+)$/.exec(specifier)?.[1]
    if (entry) return posix.join('shared', entries[`./${entry}`] ?? '')
    return specifier.startsWith('.') ? posix.join(dirname(from), specifier) : null
  }
  const importsOf = (file: string, text: string): Import[] => [
    ...[...text.matchAll(IMPORT)].map(([, keyword, clause = '*', specifier = '']) => ({
      file: resolve(file, specifier),
      names: clause.startsWith('{')
        ? clause
            .slice(1, -1)
            .split(',')
            .map((name) => name.replace('type ', '').trim().split(' as ')[0] ?? '')
        : null,
      reexports: keyword === 'export',
    })),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => ({
      file: resolve(file, specifier),
      names: null,
      reexports: false,
    })),
  ]
  const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]))
  const exported = new Map(
    [...sources].map(([file, text]) => [file, new Set([...text.matchAll(EXPORTED)].map(([, name]) => name))]),
  )
  /** The module that declares a name which a barrel exports. */
  const origin = (file: string, name: string): string => {
    if (exported.get(file)?.has(name)) return file
    for (const { file: from, names, reexports } of imports.get(file) ?? [])
      if (reexports && from && (names === null || names.includes(name))) {
        const found = origin(from, name)
        if (exported.get(found)?.has(name)) return found
      }
    return file
  }
  const users = new Map<string, Set<string>>()
  const visit = (file: string, user: string) => {
    const usersOfFile = users.get(file) ?? new Set()
    if (usersOfFile.has(user)) return
    users.set(file, usersOfFile.add(user))
    for (const each of imports.get(file) ?? []) if (!each.reexports) visitImport(each, user)
  }
  const visitImport = ({ file, names }: Import, user: string) => {
    if (!file?.startsWith('shared/')) return
    if (names === null) visit(file, user)
    else for (const name of names) visit(origin(file, name), user)
  }
  for (const [file, list] of imports)
    if (!file.startsWith('shared/')) for (const each of list) visitImport(each, packageOf(file))
  return [...sources.keys()].filter(
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
  'BrowserRouter',
  'ScrollRestoration',
  'useBlocker',
  'useParams',
  'DeleteObject',
  'GetObject',
  'ListBucket',
  'NODE_EXTRA_CA_CERTS',
  'PutObject',
  'esm-runtime.ts',
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

/** Measures the source files against the limits. */
export function measureStructure(): Figure[] {
  const files = codeFiles()
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const sources = new Map([...texts].filter(([file]) => !NOT_COUNTED.test(file)))
  const sizes = [...sources].map(([file, text]) => ({ file, lines: linesOf(text) }))
  const middle = median(sizes.map(({ lines }) => lines))
  const long = sizes.filter(({ lines }) => lines > MAX_LINES)
  const full = [...countPerFolder([...sources.keys()])].filter(([, count]) => count > MAX_FILES_PER_FOLDER)
  const single = findSinglePackageModules(sources)
  const replaced = [...texts].filter(
    ([file, text]) => REPLACED.test(text) && !file.endsWith('code-structure.ts'),
  )
  const none = (what: string, exceeding: string[]): Figure => ({
    what,
    value: exceeding.length,
    limit: '0',
    ok: exceeding.length === 0,
    exceeding,
  })
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
    none('modules of shared that fewer than two packages use', single),
    none(
      'files with names that the glossary replaced',
      replaced.map(([file]) => file),
    ),
    none('paths and names in documents that do not exist', findStaleMentions(texts)),
  ]
}
