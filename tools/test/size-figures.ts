import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../start/start-settings.ts'
import { type ModuleGraph, reachedFiles } from './module-graph.ts'

/** Sizes of the product that should shrink or stay. They have goals, not limits: `npm run house` prints them as a trend. */

export interface SizeFigure {
  what: string
  value: number
  goal: number
}

const CODE = /\.(ts|tsx|mjs)$/
const TEST = /\.test\.tsx?$|\.spec\.tsx?$|^tests\/|\/testing\/|^tools\/(bench|harness)\/|^api\/src\/testing\//
const STYLES_TOKENS = /tokens/
/** The schema exists once in `schemas`; the baseline migration is generated from it. */
const GENERATED = /_baseline\.sql$/
const LONGEST_CLOSURE = 60
const FACTORY = /^(create|start)[A-Z]/

const list = (pattern: string): string[] =>
  globSync(pattern, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|test-results|\.\w[^/]*)$/.test(path),
  })
const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const linesOf = (text: string): number => text.split('\n').length - 1
const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name?: string } | null
  readonly init?: SyntaxNode | null
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function visitNodes(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visitNodes(each, visit)
}

/** Names of the functions `create…` and `start…` of a module that are longer than 60 lines. */
export function findLongFactories(file: string, text: string): string[] {
  const found: string[] = []
  visitNodes(parseSync(file, text).program as unknown as SyntaxNode, (node) => {
    const body = node.type === 'VariableDeclarator' ? node.init : node
    const isFunction = /^(FunctionDeclaration|ArrowFunctionExpression|FunctionExpression)$/.test(
      body?.type ?? '',
    )
    const name = node.id?.name ?? ''
    if (!body || !isFunction || !FACTORY.test(name)) return
    if (linesOf(text.slice(body.start, body.end)) >= LONGEST_CLOSURE) found.push(`${file}: ${name}`)
  })
  return found
}

const closureSize = (graph: ModuleGraph, entries: readonly string[]): number =>
  reachedFiles(graph, entries).size

/** Paths through the product whose code should fit into one reading, with the number of files to stay below. */
const IMPORT_PATHS = [
  {
    what: 'files of saving a pick in the browser',
    entries: ['remotes/analysis/src/features/save/use-saved-lines.ts'],
    goal: 18,
  },
  {
    what: 'files of an analysis on the server',
    entries: ['api/src/services/analysis/analyze-performance.ts'],
    goal: 60,
  },
  {
    what: 'files of syncing picks on the server',
    entries: ['api/src/services/picks/sync-picks.ts'],
    goal: 12,
  },
  {
    // The command with the build of this workspace, the server's deploy, what is live, and its page.
    what: 'files from a deploy to the page',
    entries: [
      'tools/remote/commands/deploy.ts',
      'api/src/services/releases/deploy/deploy-release.ts',
      'api/src/services/releases/catalogue/load-catalogue.ts',
      'api/src/services/releases/render-page.ts',
    ],
    goal: 25,
  },
]

/** Counts the files that the entries reach through imports that exist at run time. */
export const countPath = (
  graph: ModuleGraph,
  { what, entries, goal }: (typeof IMPORT_PATHS)[number],
): SizeFigure => ({ what, value: reachedFiles(graph, entries, ({ isType }) => !isType).size, goal })

/**
 * The files that a saved pick's probability passes, from the module that conditions the engine's forecast to the pick's
 * card: those of saving it in the browser, of recording it on the server and of showing it that reach the module. There were
 * seven before one module composed all probabilities.
 */
const PROBABILITY_PATH = {
  source: 'shared/src/domain/engine/line-evidence.ts',
  entries: [
    'remotes/analysis/src/features/save/build-pick.ts',
    'remotes/analysis/src/state/rank-board.ts',
    'api/src/services/picks/record-forecasts.ts',
    'remotes/picks/src/features/saved-picks/pick-card.tsx',
  ],
}

/** Counts the files through which run-time imports lead from the entries to the source, both included. */
export function countBetween(
  graph: ModuleGraph,
  { source, entries }: { readonly source: string; readonly entries: readonly string[] },
): number {
  const atRunTime = ({ isType }: { readonly isType: boolean }) => !isType
  const reached = reachedFiles(graph, entries, atRunTime)
  return [...reached].filter((file) => reachedFiles(graph, [file], atRunTime).has(source)).length
}

/**
 * Measures sizes of code and documents.
 * @param texts the code files by path
 * @param graph the imports between them
 */
export function measureSizes(texts: ReadonlyMap<string, string>, graph: ModuleGraph): SizeFigure[] {
  const code = new Map([
    ...texts,
    ...list('**/*.{sql,css}')
      .filter((file) => !GENERATED.test(file))
      .map((file) => [file, readText(file)] as const),
  ])
  const sources = [...code].filter(([file]) => !TEST.test(file) && !STYLES_TOKENS.test(file))
  const tests = [...code].filter(([file]) => TEST.test(file))
  const services = [...texts.keys()].filter((file) => /^api\/src\/services\//.test(file) && !TEST.test(file))
  const documents = list('**/*.md').map(readText)
  return [
    { what: 'lines of source', value: sum(sources.map(([, text]) => linesOf(text))), goal: 125_000 },
    { what: 'lines of tests and rigs', value: sum(tests.map(([, text]) => linesOf(text))), goal: 95_000 },
    { what: 'words in Markdown', value: sum(documents.map(countWords)), goal: 50_000 },
    { what: 'words in the README', value: countWords(readText('README.md')), goal: 1_200 },
    {
      what: `factory closures over ${LONGEST_CLOSURE} lines`,
      value: sources.flatMap(([file, text]) => (CODE.test(file) ? findLongFactories(file, text) : [])).length,
      goal: 10,
    },
    {
      what: 'largest import closure of a service, types included',
      value: Math.max(...services.map((file) => closureSize(graph, [file]))),
      goal: 90,
    },
    ...IMPORT_PATHS.map((path) => countPath(graph, path)),
    {
      what: 'files that a saved pick’s probability passes from source to card',
      value: countBetween(graph, PROBABILITY_PATH),
      goal: 4,
    },
  ]
}
