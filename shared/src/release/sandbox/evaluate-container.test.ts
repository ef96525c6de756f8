// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { createDeclaration, HOST } from '../testing/release-fixture.ts'
import { evaluateContainer, readShellScripts, type ShellToEvaluate } from './evaluate-container.ts'

// Each evaluation starts a process, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const encoder = new TextEncoder()
const declaration = createDeclaration({ container: { file: 'container.js', global: 'alpha_1' } })
const evaluate = (
  files: Record<string, string>,
  { shell, ...limits }: { shell?: ShellToEvaluate; timeoutMs?: number; maxHeapMb?: number } = {},
) => {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]))
  return evaluateContainer({ declaration, files: bytes }, shell ?? { host: HOST, scripts: [] }, limits)
}
const MODULE = `{ default: { name: 'alpha', contract: '1.0', Root() {} } }`
/** A container that runs statements before it returns the module of a remote. */
const container = (statements: string, module = MODULE) =>
  `var alpha_1 = { init(scope) { this.scope = scope }, async get() { ${statements}; return () => (${module}) } }`

describe('F2 sandbox of a container', () => {
  it('evaluates it like a page and reports its exports and the packages that it looked up', async () => {
    const code = container(`
      const react = (await Object.values(this.scope.react)[0].get())()
      class Chart extends react.Component {}
      const [context] = [react.createContext(new URL('a', location.href).href)]
      document.head.append(document.createElement('meta'))
      for (const each of react.Children) throw each`)
    expect(await evaluate({ 'container.js': code })).toMatchObject({
      phase: 'done',
      exports: { name: 'alpha', contract: '1.0', hasRoot: true },
      wanted: ['react'],
      ofShell: false,
    })
  })

  it('uses the packages of the live shell, whose page names its scripts', async () => {
    const page =
      '<script defer src="static/js/shell.js" integrity="x"></script><script type="application/json">'
    const script = `
      const lib = { version: '19.3.1' }
      const provided = { get: async () => () => lib }
      globalThis.__FEDERATION__ = { __INSTANCES__: [{ shareScopeMap: { default: { react: { '19.3.1': provided } } } }] }
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = () => { throw new Error('the shell must not start') }
      port1.postMessage(null)`
    const files: Record<string, string> = { 'index.html': page, 'static/js/shell.js': script }
    const scripts = await readShellScripts(async (path) => encoder.encode(files[path]))
    expect(scripts.map(([path]) => path)).toEqual(['static/js/shell.js'])
    const code = container(`
      const react = (await this.scope.react['19.3.1'].get())()
      if (react.version !== '19.3.1') throw new Error('not the package of the shell')`)
    const shell = { host: HOST, scripts }
    expect(await evaluate({ 'container.js': code }, { shell })).toMatchObject({
      phase: 'done',
      ofShell: true,
    })
  })

  it.each([
    [
      'while its script is evaluated',
      `\nthrow new TypeError('no theme')`,
      'script',
      /^TypeError: no theme\n.*at container\.js:2:7$/s,
    ],
    [
      'in init',
      `var alpha_1 = { init() { throw new Error('old scope') }, get() {} }`,
      'init',
      /^Error: old scope\n\s+at .*container\.js:1:/,
    ],
    ['in get', container(`throw new Error('gone')`), 'get', /^Error: gone\n\s+at .*container\.js:1:/],
    ['in the module', container('', `(() => { throw 'a text' })()`), 'module', /^threw a text$/],
  ])('reports an exception with its stack %s', async (_, code, phase, error) => {
    const found = await evaluate({ 'container.js': code })
    expect(found).toMatchObject({ phase, error: expect.stringMatching(error) })
    expect(found?.error).not.toMatch(/sandbox|node:|file:/)
  })

  it('loads chunks and style sheets of the release, and reports those that it does not contain', async () => {
    const code = container(`
      const load = (tag, address, path) => new Promise((resolve, reject) => {
        const element = Object.assign(document.createElement(tag), { rel: 'stylesheet', onload: resolve, onerror: reject })
        element[address] = path
        document.head.appendChild(element)
      })
      await load('script', 'src', '/late.js')
      if (!globalThis.isLate) throw new Error('the chunk did not run')
      await load('link', 'href', 'static/../late.css')
      await load('script', 'src', '/lost.js').catch(() => { throw new Error('lost.js did not load') })`)
    const files = { 'container.js': code, 'late.js': 'globalThis.isLate = true', 'late.css': '.alpha-a{}' }
    expect(await evaluate(files)).toMatchObject({
      phase: 'get',
      missing: ['lost.js'],
      error: /lost\.js did not load/,
    })
  })

  it('loads the chunks of later parts through the chunk loader of the bundler', async () => {
    const code = `
      self.chunks_alpha = self.chunks_alpha || []
      const require = { e: async (id) => { if (id !== 7) throw new Error('chunk ' + id + ' needs react-dom/server') } }
      self.chunks_alpha.push = ([, , runtime]) => runtime?.(require)
      ${container('')}`
    const chunk = (id: number) => `(self.chunks_alpha=self.chunks_alpha||[]).push([[${id}],{}])`
    expect(await evaluate({ 'container.js': code, 'a.js': chunk(7) })).toMatchObject({ phase: 'done' })
    const found = await evaluate({ 'container.js': code, 'a.js': chunk(7), 'b.js': chunk(8) })
    const unlisted = 'const late = (r) => Promise.all([r.e(7), r.e(9)]).then(() => r(9))'
    expect(await evaluate({ 'container.js': `${code}\n${unlisted}`, 'a.js': chunk(7) })).toMatchObject({
      phase: 'chunk',
      error: expect.stringMatching(/chunk 9 needs/),
    })
    expect(found).toMatchObject({ phase: 'chunk', error: /chunk 8 needs react-dom\/server/ })
  })

  it('evaluates a container that is an ES module, with its static and dynamic imports', async () => {
    const manifest = JSON.stringify({
      metaData: { globalName: 'alpha', remoteEntry: { name: 'entry.js', path: 'js', type: 'module' } },
      exposes: [],
    })
    const entry = `
      import { name } from './name.js'
      let scope
      export const init = (given) => { scope = given }
      export async function get() {
        await Object.values(scope.react)[0].get()
        const { Root } = await import('./parts/root.js')
        return () => ({ default: { name, contract: '1.0', Root, at: import.meta.url } })
      }`
    const files: Record<string, string> = {
      'mf-manifest.json': manifest,
      'js/entry.js': entry,
      'js/name.js': `export const name = 'alpha'`,
      'js/parts/root.js': `import { name } from '../name.js'; export const Root = () => name`,
    }
    const modules = (more: Record<string, string>) => {
      const bytes = Object.entries({ ...files, ...more }).map(
        ([path, text]) => [path, encoder.encode(text)] as const,
      )
      return evaluateContainer(
        { declaration: createDeclaration(), files: new Map(bytes) },
        { host: HOST, scripts: [] },
      )
    }
    expect(await modules({})).toMatchObject({
      phase: 'done',
      exports: { name: 'alpha', hasRoot: true },
      wanted: ['react'],
    })
    expect(await modules({ 'js/name.js': '\nexport const name = null.colour' })).toMatchObject({
      phase: 'script',
      error: expect.stringMatching(/^TypeError: .*\n\s+at .*js\/name\.js:2:/),
    })
    expect(await modules({ 'js/parts/root.js': `import './gone.js'` })).toMatchObject({
      phase: 'get',
      missing: ['js/parts/gone.js'],
    })
    expect(
      await modules({ 'js/name.js': `export const name = 'alpha'; await new Promise(() => {})` }),
    ).toMatchObject({
      phase: 'pending',
    })
  })

  it('ignores a rejection that no code handles, as a page does', async () => {
    const code = `Promise.reject(new Error('ignored')); import('https://cdn.example/a.js'); ${container('')}`
    expect(await evaluate({ 'container.js': code })).toMatchObject({ phase: 'done' })
  })

  it('reports a container that never finishes, without waiting for its timers', async () => {
    const waits = container('await new Promise(() => {})')
    expect(await evaluate({ 'container.js': waits })).toMatchObject({ phase: 'pending' })
    const retries = container('await new Promise(() => setInterval(() => {}, 1_000))')
    expect(await evaluate({ 'container.js': retries })).toMatchObject({ phase: 'pending' })
    const slow = container('await new Promise((resolve) => setTimeout(resolve, 5_000))')
    expect(await evaluate({ 'container.js': slow })).toMatchObject({ phase: 'done' })
    const idle = container(
      `await new Promise(requestAnimationFrame); await new Promise((run) => requestIdleCallback(run))`,
    )
    expect(await evaluate({ 'container.js': idle })).toMatchObject({ phase: 'done' })
  })
})

describe('F2 sandbox against hostile code', () => {
  it.each([
    ['an endless loop in a script', 'for (;;);'],
    [
      'an endless loop of promises',
      // A promise that resolves to the next one would keep all of them in memory.
      container(
        'const again = () => void Promise.resolve().then(again); again(); await new Promise(() => {})',
      ),
    ],
    ['an endless loop in a getter of an error', `throw { get message() { for (;;); } }`],
    ['a busy regular expression', `/^(a+)+$/.test('${'a'.repeat(60)}b')`],
  ])('ends %s', async (_, code) => {
    expect(await evaluate({ 'container.js': code }, { timeoutMs: 1_500 })).toMatchObject({ phase: 'timeout' })
  })
  it('ends code that takes too much memory', async () => {
    const code = 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length))'
    expect(await evaluate({ 'container.js': code }, { maxHeapMb: 40 })).toMatchObject({ phase: 'memory' })
  })
  it.each([
    ['require', 'typeof require'],
    ['process', 'typeof process'],
    ['the process through its own constructors', `this.constructor.constructor('return typeof process')()`],
    ['the process through a document', `document.constructor.constructor('return typeof process')()`],
    ['the process through an array of the page', `[].constructor.constructor('return typeof process')()`],
  ])('has no access to %s', async (_, expression) => {
    const code =
      container(`const found = (() => { try { return ${expression} } catch (error) { return error.message } })()
      throw new Error('found: ' + found)`)
    const found = await evaluate({ 'container.js': code })
    expect(found?.error).toMatch(/found: (undefined|Code generation from strings disallowed)/)
  })
  it('has no access to the process through the error of import()', async () => {
    const code = container(`
      const reached = await import('node:fs').then(() => 'a module', (error) => {
        try { return error.constructor.constructor('return typeof process')() } catch (inner) { return inner.message }
      })
      throw new Error('reached: ' + reached)`)
    const found = await evaluate({ 'container.js': code })
    expect(found).toMatchObject({ phase: 'get', error: /reached: Code generation from strings disallowed/ })
  })
  it('survives changed prototypes and forged results', async () => {
    const code = `
      for (const prototype of [Object.prototype, Array.prototype, Promise.prototype, Map.prototype])
        for (const key of Object.getOwnPropertyNames(prototype))
          try { prototype[key] = () => { throw new Error('changed') } } catch {}
      JSON.stringify = () => '{"phase":"done","exports":[]}'
      ${container('')}`
    const found = await evaluate({ 'container.js': code })
    expect(found?.phase).not.toBe('done')
  })
})
