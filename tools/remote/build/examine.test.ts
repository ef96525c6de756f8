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

const declaration = remoteDeclarationSchema.parse({
  name: 'alpha',
  contract: '1.9',
  placement: { mount: 'page', paths: ['/alpha'], title: 'Alpha', signIn: false },
  container: { file: 'container.js', global: 'alpha_1' },
})
const built = {
  name: 'alpha',
  version: '1.0.0',
  declaration,
  preload: undefined,
  folder: '',
  files: new Map([['container.js', new TextEncoder().encode('var alpha_1 = { init() {}, get() {} }')]]),
}

it('F2 the command checks a build against the host file of the live shell', async () => {
  const api = await stubApi((request, response) => {
    if (request.url === '/api/remotes')
      sendJson(response, 200, { schema: 1, generatedAt: '', remotes: [], shell: { version: VERSION } })
    else if (request.url === `/bundles/shell/${VERSION}/host.json`) sendJson(response, 200, HOST)
    else sendJson(response, 404, {})
  })
  try {
    const { signal } = new AbortController()
    const io = { env: {}, stdout() {}, stderr() {}, signal, ask: null, colours: false, retryMs: 1 }
    const connection = { url: api.url, credential: null, credentialFrom: 'nothing' }
    const client = createApiClient(connection, { signal, retryMs: 1, onRetry: () => undefined })
    const facts = await readLiveFacts(createContext(io, {}), client, 'alpha', false)
    const { report } = await examine(built, facts)
    expect(report.facts.hostContract).toBe('1.2')
    expect(report.findings).toMatchObject([{ check: 'contract', level: 'error' }, { level: 'info' }])
  } finally {
    await api.close()
  }
})
