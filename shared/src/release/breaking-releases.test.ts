// @vitest-environment node
import { expect, it, vi } from 'vitest'
import type { RemoteDeclaration } from '../contracts/releases/registry.ts'
import { evaluateContainer } from './sandbox/evaluate-container.ts'
import { createDeclaration, HOST, remoteFiles, report } from './testing/release-fixture.ts'

// Each evaluation starts a process, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

// Ways to break a remote for visitors that a build does not notice. Each must be refused with a fix. What breaks only
// in a running page (render, effects, events, networks) is contained: tests/e2e/federation-faulty-remotes.spec.ts.

const declaration = createDeclaration({ container: { file: 'container.js', global: 'alpha_1' } })
const MODULE = `{ default: { name: 'alpha', contract: '1.0', Root() {} } }`
const container = (statements = '', module = MODULE) =>
  `var alpha_1 = {
    init(scope) { this.scope = scope },
    async get(path) { if (path !== './remote') throw new Error('no module ' + path); ${statements}; return () => (${module}) },
  }`
/** Inserts a file into the page, as the chunk loaders of bundlers do. */
const load = (tag: string, address: string, path: string) => `await new Promise((resolve, reject) => {
  const onerror = () => reject(Object.assign(new Error('Loading chunk failed'), { name: 'ChunkLoadError' }))
  const element = Object.assign(document.createElement('${tag}'), { rel: 'stylesheet', onload: resolve, onerror })
  element.${address} = '${path}'
  document.head.append(element)
})`
/** The chunk register of webpack, with a chunk that fails. */
const withLateChunk = (failure: string) => `
  self.chunks_alpha_1 = self.chunks_alpha_1 || []
  self.chunks_alpha_1.push = ([, , runtime]) => runtime?.({ async e() { ${failure} } })
  ${container()}`
const LATE = '(self.chunks_alpha_1=self.chunks_alpha_1||[]).push([[7],{7(e){e.exports=1}}])'

interface Way {
  timeoutMs?: number
  files?: Record<string, string>
  remote?: RemoteDeclaration
}
async function examine({ files = {}, remote = declaration, timeoutMs = 20_000 }: Way) {
  const none = {
    'mf-manifest.json': null,
    'static/js/remote-entry.js': null,
    'static/js/async/remote.js': null,
  }
  const all = remoteFiles({ ...none, 'container.js': container(), ...files })
  const shell = { host: HOST, scripts: [] }
  const evaluation = await evaluateContainer({ declaration: remote, files: all }, shell, { timeoutMs })
  return report({ declaration: remote, files: all, evaluation })
}
const withCode = (code: string): Way => ({ files: { 'container.js': code } })
const withContract = (contract: string): Way => ({
  remote: { ...declaration, contract },
  ...withCode(container('', MODULE.replace('1.0', contract))),
})

it('F2 a release without any of these faults is accepted', async () => {
  const { findings, checked } = await examine({})
  expect(findings.filter(({ level }) => level !== 'info')).toEqual([])
  expect(checked).toContain('load')
})

const MARK = `mark: { props: { '~standard': { validate() {} } }, Component() {} }`
/** A release that declares these extensions and exports others. */
const withExtensions = (declared: string[], exported: string): Way => ({
  remote: { ...declaration, extensions: declared },
  ...withCode(container('', MODULE.replace('Root() {}', `Root() {}, extensions: { ${exported} }`))),
})

it('F2 a release whose extensions are those of remote.json is accepted', async () => {
  const { ok } = await examine(
    withExtensions(['mark', 'plain'], `${MARK}, plain: { ...${MARK.slice(6)}, mount() {} }`),
  )
  expect(ok).toBe(true)
})

const UNSATISFIED =
  'Unsatisfied version 19.3.1 from shell of shared singleton module react (required ^18.0.0)'
const WAYS: [what: string, way: Way, check: string, message: RegExp][] = [
  [
    'an older React required strictly',
    withCode(
      `var alpha_1 = { get() {}, init(scope) { if (scope.react['19.3.1']) throw new Error('${UNSATISFIED}') } }`,
    ),
    'load',
    /outside of the required range: build against the shell's version.*required \^18\.0\.0\)\n\s+at .*container\.js:1:/s,
  ],
  [
    'an older React required without strictVersion',
    withCode(container(`console.warn('${UNSATISFIED}')`)),
    'load',
    /outside of the required range.*set `strictVersion: true`/,
  ],
  [
    'a package that the shell does not share',
    withCode(container(`(await this.scope.lodash['4.17.0'].get())()`)),
    'load',
    /\(get\).*TypeError.*container\.js:3:/s,
  ],
  [
    'a part of React DOM in a late chunk',
    {
      files: {
        'container.js': withLateChunk(`throw new Error('Shared module react-dom/server does not exist')`),
        'late.js': LATE,
      },
    },
    'load',
    /a chunk that a part of it loads later.*react-dom\/server does not exist/s,
  ],
  [
    'another name in the module',
    withCode(container('', MODULE.replace('alpha', 'beta'))),
    'load',
    /exports the name 'beta', but remote\.json has 'alpha': write the same/,
  ],
  [
    'another contract in the module',
    withCode(container('', MODULE.replace('1.0', '1.2'))),
    'load',
    /exports the contract '1\.2', but remote\.json has '1\.0': write the same/,
  ],
  ['a contract of an older major', withContract('0.9'), 'contract', /build against 1\.2/],
  [
    'a contract that the shell does not have yet',
    withContract('1.9'),
    'contract',
    /wait for the newer shell/,
  ],
  [
    'an exception when the script runs',
    withCode('const theme = undefined\ntheme.colour'),
    'load',
    /while its script is evaluated.*TypeError.*at container\.js:2:/s,
  ],
  [
    'an exception when packages are shared',
    withCode(`var alpha_1 = { get() {}, init() { throw new Error('no scope') } }`),
    'load',
    /\(init\).*no scope\n\s+at/s,
  ],
  [
    'an exception when the module is requested',
    withCode(container(`throw new Error('not today')`)),
    'load',
    /\(get\).*not today\n\s+at/s,
  ],
  [
    'an exception at import of the module',
    withCode(container('', `(() => { throw new Error('no storage') })()`)),
    'load',
    /exposed module is evaluated.*no storage\n\s+at/s,
  ],
  [
    'an import that waits without an end',
    withCode(container('await new Promise(() => {})')),
    'load',
    /never finishes loading/,
  ],
  [
    'an endless loop at import',
    { ...withCode(container('for (;;);')), timeoutMs: 1_500 },
    'load',
    /endless loop/,
  ],
  [
    'an exposed module under another path',
    withCode(container().replace('./remote', './Remote')),
    'load',
    /no module \.\/remote/,
  ],
  [
    'a module without a default export',
    withCode(container('', '{ Root() {} }')),
    'load',
    /exports no remote: write export default/,
  ],
  [
    'a module without a component',
    withCode(container('', MODULE.replace('Root() {}', 'Root: null'))),
    'load',
    /no component as Root/,
  ],
  [
    'an extension that is declared and not exported',
    withExtensions(['mark', 'badge'], MARK),
    'load',
    /declares the extension 'badge', but '\.\/remote' does not export it: write extensions: \{ 'badge'/,
  ],
  [
    'an extension that is exported and not declared',
    withExtensions([], MARK),
    'load',
    /exports the extension 'mark', which remote\.json does not declare: add it/,
  ],
  [
    'an extension without a schema of its props',
    withExtensions(['mark'], 'mark: { mount() {} }'),
    'load',
    /'mark' has no schema of its props .*: write defineExtension/,
  ],
  [
    'an extension that renders nothing',
    withExtensions(['mark'], MARK.replace('Component() {}', '')),
    'load',
    /'mark' has neither a component nor a function mount/,
  ],
  [
    'a container under another global name',
    withCode(container().replace('alpha_1', 'alpha_2')),
    'load',
    /defines no 'alpha_1'.*library type 'var'/,
  ],
  [
    'a script that is a module',
    withCode(`export default { name: 'alpha' }`),
    'load',
    /while its script is evaluated.*SyntaxError/s,
  ],
  [
    'a missing chunk',
    withCode(container(load('script', 'src', '/remote.js'))),
    'load',
    /not in the release: build again, and deploy the whole folder/,
  ],
  [
    'a missing style sheet',
    withCode(container(load('link', 'href', '/remote.css'))),
    'load',
    /not in the release/,
  ],
  [
    'a missing chunk of a late part',
    { files: { 'container.js': withLateChunk(load('script', 'src', '/8.js')), 'late.js': LATE } },
    'load',
    /not in the release/,
  ],
  [
    'styles that affect other remotes',
    { files: { 'static/css/async/remote.css': 'button{color:red}' } },
    'css',
    /button/,
  ],
  [
    'code that is compiled from text',
    withCode(`${container()};eval('1')`),
    'eval',
    /eval compiles code from text/,
  ],
  [
    'code that is compiled by a constructor',
    withCode(container(`(() => {}).constructor('return 1')()`)),
    'eval',
    /a constructor compiles code from text/,
  ],
  [
    'a file of another origin',
    withCode(`${container()};import('https://cdn.example/a.js')`),
    'origins',
    /leave the origin out/,
  ],
  [
    'a container that replaces a global of the page',
    { remote: createDeclaration({ container: { file: 'container.js', global: 'location' } }) },
    'manifest',
    /the page has a 'location' already: call the container/,
  ],
]

it.each(WAYS)('F2 a release is refused with a fix: %s', async (_, way, check, message) => {
  const { ok, findings } = await examine(way)
  expect(ok).toBe(false)
  const errors = findings.filter((finding) => finding.level === 'error' && finding.check === check)
  expect(errors.map((finding) => finding.message).join('\n')).toMatch(message)
})
