// @vitest-environment node
import { afterEach, expect, it } from 'vitest'
import { createApiClient } from '../../../remote/api/client.ts'
import { type StubApi, sendJson, stubApi } from '../../../remote/testing/stub-api.ts'
import { assertReleased } from './dev.ts'

let api: StubApi
afterEach(() => api.close())

async function checkAlpha(remotes: object[]): Promise<void> {
  api = await stubApi((_, response) => sendJson(response, 200, { schema: 1, generatedAt: '', remotes }))
  const connection = { url: api.url, credential: null, credentialFrom: 'no token' }
  const client = createApiClient(connection, {
    signal: new AbortController().signal,
    retryMs: 1,
    onRetry() {},
  })
  return assertReleased(client, 'alpha')
}

it('F5 a remote is developed in the running product once it has a release there', async () => {
  const entry = {
    name: 'alpha',
    version: '1.0.0',
    contract: '1.0',
    placement: { mount: 'page', paths: ['/alpha'], title: 'Alpha', signIn: false },
    entry: 'mf-manifest.json',
    globalName: null,
    shared: [],
    integrity: {},
    preload: [],
    size: 1,
    base: '/bundles/alpha/1.0.0/',
  }
  await checkAlpha([entry])
  expect(api.requests.map(({ path }) => path)).toEqual(['/api/remotes'])
})

it('F5 development of a remote without a release stops at once and names the next step', async () => {
  await expect(checkAlpha([])).rejects.toThrow(/alpha has no release yet.* deploy$/)
})
