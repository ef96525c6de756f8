import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releasesResponse, telemetryResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBundleStore } from '../services/releases/store/bundle-store.ts'
import { createFolderObjects } from '../services/releases/store/folder-objects.ts'
import { bundleOf, call, deploy, deployLive, newRemote, OPERATOR_KEY, sendForm } from '../testing/deploys.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-rights-'))
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY }, bundlesDir: folder })
})
afterAll(async () => {
  await api?.close()
  await rm(folder, { recursive: true, force: true })
})

const stored = async (name: string) =>
  (await createBundleStore(createFolderObjects(folder)).list(name)).map(({ version }) => version).sort()
const history = async (name: string) => {
  const { body } = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: OPERATOR_KEY })
  return releasesResponse.parse(body)
}

describe('F2 a deploy request', () => {
  const token = async (name: string) => {
    const at = `/api/remotes/${name}/tokens`
    const { body } = await call(api.url, 'POST', at, { key: OPERATOR_KEY, body: { label: 'CI' } })
    return body as { id: string; token: string }
  }
  it('publishes nothing when its token is revoked while the files are stored', async () => {
    const name = newRemote()
    const { id, token: key } = await token(name)
    await deployLive(api.url, bundleOf(name, '1.0.0'), {}, key)
    const { bundles } = api.instances[0]?.deps ?? {}
    if (!bundles) throw new Error('no instance')
    const { put } = bundles
    bundles.put = async (...args) => {
      await call(api.url, 'DELETE', `/api/remotes/${name}/tokens/${id}`, { key: OPERATOR_KEY })
      return put(...args)
    }
    const refused = await deploy(api.url, bundleOf(name, '1.1.0'), {}, key).finally(() => {
      bundles.put = put
    })
    expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect((await history(name)).rollout.live).toBe('1.0.0')
    expect(await stored(name)).toEqual(['1.0.0'])
  })
  it('reads the telemetry of its own remote only, with the errors that browsers reported', async () => {
    const [name, other] = [newRemote(), newRemote()]
    const { token: key } = await token(name)
    const map = {
      version: 3,
      sources: ['webpack://odds/./src/rank-offers.ts'],
      sourcesContent: ['const secretOfTheTeam = 1'],
      names: [],
      mappings: 'AAwCgB',
    }
    const maps = { 'static/js/a.js': 'start()\n', 'static/js/a.js.map': JSON.stringify(map) }
    for (const each of [name, other]) await deployLive(api.url, bundleOf(each, '1.0.0', maps))
    const { body: shells } = await call(api.url, 'GET', `/api/remotes/${other}/telemetry`, { key })
    expect(shells).toMatchObject({ code: 'FORBIDDEN' })
    const errors = ['item 17 is gone', 'item 42 is gone'].map((message) => ({
      kind: 'rejection',
      name: 'TypeError',
      message,
      frames: [`${name}/1.0.0/static/js/a.js:1:2`, `${other}/1.0.0/static/js/a.js:1:2`],
      remote: { name, version: '1.0.0' },
      route: '/',
      count: 2,
    }))
    const report = { body: { shell: '9.0.0-s', errors } }
    expect((await call(api.url, 'POST', '/api/client-errors', report)).status).toBe(204)
    const { body } = await call(api.url, 'GET', `/api/remotes/${name}/telemetry?days=3`, { key })
    expect(telemetryResponse.parse(body)).toMatchObject({
      days: 3,
      errors: [{ version: '1.0.0', shell: '9.0.0-s', kind: 'rejection', error: 'TypeError', count: 4 }],
    })
    // Only the sources of the own remote are named, and nobody reads the map itself.
    expect(body).toMatchObject({
      errors: [{ frames: ['src/rank-offers.ts:41:17', `${other}/1.0.0/static/js/a.js:1:2`] }],
    })
    expect((await fetch(`${api.url}/bundles/${name}/1.0.0/static/js/a.js.map`)).status).toBe(404)
    const stored = await api.instances[0]?.deps.bundles.read({ name, version: '1.0.0' }, 'static/js/a.js.map')
    expect(Buffer.from(stored ?? []).toString('latin1')).not.toContain('secretOfTheTeam')
    const again = await deploy(api.url, bundleOf(name, '1.0.0', maps), {}, key)
    expect(again).toMatchObject({ status: 200, deployed: { published: false } })
    for (const days of ['0', '31', 'x']) {
      const { status } = await call(api.url, 'GET', `/api/remotes/${name}/telemetry?days=${days}`, { key })
      expect(status).toBe(400)
    }
  })
  it('is refused with a reason when the body is not a deploy form', async () => {
    const name = newRemote()
    const at = `/api/remotes/${name}/releases`
    expect((await call(api.url, 'POST', at, { key: OPERATOR_KEY, body: {} })).status).toBe(415)
    expect((await sendForm(api.url, name, new FormData())).status).toBe(400)
    const first = new FormData()
    first.set('entry.js', new Blob(['1']), 'file')
    first.set('deploy', '{}')
    expect(await sendForm(api.url, name, first)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('comes first') },
    })
  })
})
