import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releasesResponse } from '@propsight/shared/contracts'
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
