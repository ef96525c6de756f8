import { remoteDeclarationSchema } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { createApiClient } from '../api/client.ts'
import { createContext } from '../context.ts'
import { sendJson, stubApi } from '../testing/stub-api.ts'
import { examine, readLiveFacts } from './examine.ts'

const VERSION = '0.1.0-5e11'
const HOST = {
  contract: '1.2',
  shared: [{ name: 'react', version: '19.3.1', range: null, singleton: true }],
}
/** The shell provides its packages as the federation runtime does. */
const SCRIPT = `
  const provided = { get: async () => () => ({ version: '19.3.1' }) }
  globalThis.__FEDERATION__ = { __INSTANCES__: [{ shareScopeMap: { default: { react: { '19.3.1': provided } } } }] }`

const declaration = remoteDeclarationSchema.parse({
  name: 'alpha',
  contract: '1.0',
  placement: { mount: 'page', paths: ['/alpha'], title: 'Alpha', signIn: false },
  container: { file: 'container.js', global: 'alpha_1' },
})
const builtWith = (code: string) => ({
  name: 'alpha',
  version: '1.0.0',
  declaration,
  preload: undefined,
  folder: '',
  files: new Map([['container.js', new TextEncoder().encode(code)]]),
})
const container = (react: string) => `var alpha_1 = {
  init(scope) { this.scope = scope },
  async get() {
    const { version } = (await this.scope.react['19.3.1'].get())()
    if (version !== '${react}') throw new Error('this is React ' + version)
    return () => ({ default: { name: 'alpha', contract: '1.0', Root() {} } })
  },
}`

/** Examines a build against a stub API with a live shell. */
async function examined(code: string, page: string) {
  const api = await stubApi((request, response) => {
    const path = request.url ?? ''
    if (path === '/api/remotes')
      sendJson(response, 200, { schema: 1, generatedAt: '', remotes: [], shell: { version: VERSION } })
    else if (path === `/bundles/shell/${VERSION}/host.json`) sendJson(response, 200, HOST)
    else if (path === '/' && request.headers.accept === 'text/html') response.end(page)
    else if (path === `/bundles/shell/${VERSION}/static/js/index.js`) response.end(SCRIPT)
    else sendJson(response, 404, {})
  })
  const notes: string[] = []
  try {
    const { signal } = new AbortController()
    const io = { env: {}, stdout() {}, stderr() {}, signal, ask: null, colours: false, retryMs: 1 }
    const connection = { url: api.url, credential: null, credentialFrom: 'nothing' }
    const client = createApiClient(connection, { signal, retryMs: 1, onRetry: () => undefined })
    const facts = await readLiveFacts(createContext(io, {}), client, 'alpha', false)
    const { report } = await examine(builtWith(code), facts, (text) => notes.push(text))
    return { notes, checked: report.checked, found: report.findings.filter(({ check }) => check === 'load') }
  } finally {
    await api.close()
  }
}
const page = (version: string) =>
  `<script defer crossorigin src="/bundles/shell/${version}/static/js/index.js" integrity="sha384-x"></script>`

it('F2 the command evaluates a container with the packages of the live shell, whose page names its scripts', async () => {
  expect(await examined(container('19.3.1'), page(VERSION))).toMatchObject({ notes: [], found: [] })
  const { found } = await examined(container('18.0.0'), page(VERSION))
  expect(found).toMatchObject([{ level: 'error', message: expect.stringContaining('this is React 19.3.1') }])
})

it('F2 the command leaves the evaluation to the server when it cannot read the page of the live shell', async () => {
  const { notes, checked } = await examined(container('18.0.0'), '')
  expect(notes).toEqual([expect.stringMatching(/evaluated by the server only: the page of the live shell/)])
  expect(checked).not.toContain('load')
})
