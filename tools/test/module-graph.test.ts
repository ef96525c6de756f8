import { describe, expect, it } from 'vitest'
import { createModuleGraph, reachedFiles } from './module-graph.ts'
import { countPath } from './size-figures.ts'

const ENTRIES = new Map([['@propsight/shared/domain', 'domain/index.ts']])

const graphOf = (sources: Record<string, string>) =>
  createModuleGraph(new Map(Object.entries(sources)), ENTRIES)

const loadedFrom = (entry: string, sources: Record<string, string>) =>
  [...reachedFiles(graphOf(sources), [entry], ({ isType }) => !isType)].sort()

const LEAVES = { 'a.ts': 'export const a = 1', 'b.ts': 'export const b = 2; export type B = 1' }

describe('files reached through imports', () => {
  it('include those of static, dynamic and side-effect imports, and of imports inside them', () => {
    const sources = {
      'entry.ts':
        "import { a } from './a.ts'\nimport './effect.ts'\nconst load = () => import(/* name */ './late.ts')",
      'late.ts': "import { b } from './b.ts'",
      'effect.ts': 'globalThis.x = 1',
      'unused.ts': '',
      ...LEAVES,
    }
    expect(loadedFrom('entry.ts', sources)).toEqual(['a.ts', 'b.ts', 'effect.ts', 'entry.ts', 'late.ts'])
  })

  it('omit type imports, and names with `type` among others', () => {
    const sources = {
      'entry.ts':
        "import type { A } from './types.ts'\nimport { type B } from './b.ts'\nimport { a } from './a.ts'",
      'types.ts': 'export type A = 1',
      ...LEAVES,
    }
    expect(loadedFrom('entry.ts', sources)).toEqual(['a.ts', 'entry.ts'])
    expect(reachedFiles(graphOf(sources), ['entry.ts'])).toContain('types.ts')
  })

  it('are the declaring modules of names that a package entry exports, through nested and renamed exports', () => {
    const sources = {
      'entry.ts': "import { a, renamed } from '@propsight/shared/domain'",
      'domain/index.ts':
        "export * from './other.ts'\nexport * from './nested.ts'\nexport { c as renamed } from './c.ts'",
      'domain/nested.ts': "import { a } from '../a.ts'\nexport { a }",
      'domain/other.ts': 'export const other = 1',
      'domain/c.ts': 'export const c = 3',
      ...LEAVES,
    }
    expect(loadedFrom('entry.ts', sources)).toEqual(['a.ts', 'domain/c.ts', 'entry.ts'])
  })

  it('are a barrel and all its modules when it is imported as a namespace', () => {
    const sources = {
      'entry.ts': "import * as all from './barrel.ts'",
      'barrel.ts': "export * from './a.ts'\nexport { b } from './b.ts'",
      ...LEAVES,
    }
    expect(loadedFrom('entry.ts', sources)).toEqual(['a.ts', 'b.ts', 'barrel.ts', 'entry.ts'])
  })

  it('include a module that exports names of another package, and no package', () => {
    const sources = {
      'entry.ts': "import { object } from './schema.ts'",
      'schema.ts': "export { object } from 'zod'",
    }
    expect(loadedFrom('entry.ts', sources)).toEqual(['entry.ts', 'schema.ts'])
  })

  it('cannot be listed for a file that does not exist', () => {
    expect(() => reachedFiles(graphOf(LEAVES), ['moved.ts'])).toThrow('moved.ts is not a source file')
  })
})

it('the length of a path through the product is the number of files that exist at run time', () => {
  const graph = graphOf({
    'entry.ts': "import { a } from './a.ts'\nimport type { B } from './b.ts'",
    ...LEAVES,
  })
  const path = { what: 'files', entries: ['entry.ts'], goal: 1 }
  expect(countPath(graph, path)).toEqual({ what: 'files', value: 2, goal: 1 })
})
