// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../contracts/releases/rollout.ts'
import {
  CHUNK,
  createDeclaration,
  findingsOf,
  HOST,
  manifest,
  remoteFiles,
  report,
} from '../testing/release-fixture.ts'

const CONTAINER = 'static/js/remote-entry.js'
const VALID = `
  const init = (scope) => scope
  const get = async () => import('./async/remote.js')
  export { get, init }`

const found = (
  container: string,
  { chunk = 'export default {}', contract = '1.3' } = {},
  check: CheckId = 'manifest',
) =>
  findingsOf(check, {
    host: { ...HOST, contract: '1.3' },
    declaration: createDeclaration({ contract }),
    files: remoteFiles({
      'mf-manifest.json': manifest({
        metaData: { remoteEntry: { name: 'remote-entry.js', path: 'static/js', type: 'module' } },
      }),
      [CONTAINER]: container,
      [CHUNK]: chunk,
    }),
  })

describe('F1 a container that is an ES module', () => {
  it('is accepted with init and get, and imports of files that exist', async () => {
    expect(await found(VALID)).toEqual([])
    expect(
      await found(VALID, { chunk: "import { get } from '../remote-entry.js'; export default get" }),
    ).toEqual([])
    expect(await found('export function init() {} export const get = () => {}')).toEqual([])
  })

  it('may import its files, which the shell verifies first', async () => {
    expect(
      await found(
        VALID,
        { chunk: "import { get } from '../remote-entry.js'; export default get" },
        'integrity',
      ),
    ).toEqual([])
  })

  it.each<[string, string, Parameters<typeof found>[1], RegExp]>([
    ['without init', 'export const get = () => {}', {}, /does not export 'init'/],
    ['without get', 'export const init = () => {}', {}, /does not export 'get'/],
    ['with a default export only', 'export default { init() {}, get() {} }', {}, /does not export/],
    ['that imports a package by name', `import 'react';${VALID}`, {}, /imports 'react' by name/],
    ['whose chunk imports a package by name', VALID, { chunk: "export * from 'jotai'" }, /imports 'jotai'/],
    ['whose lazy chunk is missing', `${VALID};import('./async/lazy.js')`, {}, /imports '.\/async\/lazy.js'/],
    [
      'whose lazy chunk in backticks is missing',
      `${VALID};import(\`./async/lazy.js\`)`,
      {},
      /imports '.\/async\/lazy.js'/,
    ],
    ['that imports a package in backticks', `${VALID};import(\`react\`)`, {}, /imports 'react' by name/],
    ['whose static import is missing', VALID, { chunk: "import './gone.js'" }, /imports '.\/gone.js'/],
    ['for an older contract', VALID, { contract: '1.2' }, /since contract 1\.3/],
  ])('is refused %s', async (_, container, options, why) => {
    expect((await found(container, options)).join('\n')).toMatch(why)
  })
})

/** Pairs of files in the warnings about chained top-level await, in the order of the findings. */
async function chainsIn(modules: Record<string, string>) {
  const { ok, findings } = await report({
    host: { ...HOST, contract: '1.3' },
    declaration: createDeclaration({ contract: '1.3' }),
    files: remoteFiles({
      'mf-manifest.json': manifest({
        metaData: { remoteEntry: { name: 'remote-entry.js', path: 'static/js', type: 'module' } },
      }),
      [CONTAINER]: VALID,
      [CHUNK]: 'export default {}',
      ...modules,
    }),
  })
  expect(ok).toBe(true)
  return findings
    .filter(({ level, message }) => level === 'warning' && message.includes('awaits at top level'))
    .map(({ file, message }) => `${file} ${/imports '([^']+)'/.exec(message)?.[1]}`)
}

const READY = 'export const ready = await Promise.resolve(1)'

describe('F2 a module that awaits at top level and imports another module that does', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a binding', { 'a.js': `import { ready } from './b.js'; await ready` }, ['a.js b.js']],
    ['its side effect only', { 'a.js': `import './b.js'; await 0` }, ['a.js b.js']],
    ['a re-export of all names', { 'a.js': `export * from './b.js'; await 0` }, ['a.js b.js']],
    ['a re-export under a name', { 'a.js': `export * as b from './b.js'; await 0` }, ['a.js b.js']],
    ['a re-export of one name', { 'a.js': `export { ready as r } from './b.js'; await 0` }, ['a.js b.js']],
    ['an address with a query', { 'a.js': `import './b.js?v=2'; await 0` }, ['a.js b.js']],
    [
      'minified code',
      { 'a.js': 'import{ready as r}from"./b.js";const[e]=await Promise.all([r]);export{e as d}' },
      ['a.js b.js'],
    ],
    ['a file of another folder', { 'x/a.mjs': `import '../b.js'; await 0` }, ['x/a.mjs b.js']],
    ['a call in parentheses', { 'a.js': `import './c.js'; await (0)`, 'c.js': 'await (1)' }, ['a.js c.js']],
    ['a loop that awaits', { 'a.js': `import './b.js'; for await (const one of []) one` }, ['a.js b.js']],
    ['an await in a template', { 'a.js': `import './b.js'; \`\${await 0}\`` }, ['a.js b.js']],
    [
      'an await in the key of a class',
      { 'a.js': `import './b.js'; class A { [await 0] = 1 }` },
      ['a.js b.js'],
    ],
    [
      'a module between them',
      { 'a.js': `import './c.js'; await 0`, 'c.js': `export * from './b.js'` },
      ['a.js b.js'],
    ],
    [
      'a chain of three, each with the next one',
      { 'a.js': `import './c.js'; await 0`, 'c.js': `import './b.js'; await 0` },
      ['a.js c.js', 'c.js b.js'],
    ],
    [
      'two modules that await',
      { 'a.js': `import './b.js'; import './c.js'; await 0`, 'c.js': 'await 1' },
      ['a.js b.js', 'a.js c.js'],
    ],
    [
      'a cycle',
      { 'a.js': `import './c.js'; await 0`, 'c.js': `import './a.js'; await 0` },
      ['a.js c.js', 'c.js a.js'],
    ],
  ])('is a warning that names both files: %s', async (_, modules, chains) => {
    expect((await chainsIn({ 'b.js': READY, ...modules })).sort()).toEqual(chains)
  })

  it.each<[string, Record<string, string>]>([
    ['the importing module does not await', { 'a.js': `import './b.js'` }],
    ['the imported module does not await', { 'a.js': `import './c.js'; await 0`, 'c.js': 'export {}' }],
    ['the import is dynamic', { 'a.js': `await import('./b.js')` }],
    [
      'the await is in an async function',
      { 'a.js': `import './b.js'; export async function f() { await 0 }` },
    ],
    [
      'the await is in an arrow function',
      { 'a.js': `import './b.js'; export const f = async () => await 0` },
    ],
    ['the await is in a method', { 'a.js': `import './b.js'; export class A { async f() { await 0 } }` }],
    [
      'the await is in a function of a static block',
      { 'a.js': `import './b.js'; class A { static { (async () => { await 0 })() } }` },
    ],
    [
      'the loop is in a generator',
      { 'a.js': `import './b.js'; export async function* f() { for await (const one of []) yield one }` },
    ],
    ['a loop does not await', { 'a.js': `import './b.js'; for (const one of []) one` }],
    ['the import is in a comment', { 'a.js': `/* import './b.js' */ await 0` }],
    ['the import is in a template', { 'a.js': "export const text = `import './b.js'`; await 0" }],
    ['the import is in a text', { 'a.js': `export const text = "import './b.js'"; await 0` }],
    ['the await is in a text', { 'a.js': `import './b.js'; export const text = 'await 0'` }],
    ['await is a property', { 'a.js': `import './b.js'; export const x = { await: 1 }.await` }],
    ['only a cycle leads back', { 'a.js': `import './c.js'; await 0`, 'c.js': `import './a.js'` }],
  ])('is not reported when %s', async (_, modules) => {
    expect(await chainsIn({ 'b.js': READY, ...modules })).toEqual([])
  })
})
