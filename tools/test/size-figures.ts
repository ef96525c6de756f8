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
  ]
}
