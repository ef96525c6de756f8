import { bundleOf, call, createVisitor, deploy, deployLive, newRemote } from '@propsight/api/testing'
import { registrySchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Instances reload the rollout every second; the rest is a reserve for a busy machine. */
const ROLLOUT_BOUND_MS = 5_000
const DEV_SERVER = 'http://127.0.0.1:4101'

/** State that is changed at one instance applies at all of them. */
export const sharedStateTests = (cluster: Cluster) =>
  describe('state shared by several instances', () => {
    const urls = () => cluster.instances.map(({ url }) => url)
    const atEveryInstance = <T>(ask: (url: string) => Promise<T>) => Promise.all(urls().map(ask))
    const versionAt = async (url: string, name: string) => {
      const registry = registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())
      return registry.remotes.find((remote) => remote.name === name)?.version
    }
    it('shows a release, a rollback and a halt of one instance at every instance within 5 seconds', async () => {
      const [url = '', second = ''] = urls()
      const name = newRemote()
      const waitForVersion = (version: string | undefined) =>
        waitUntil(
          `${version} at every instance`,
          async () =>
            (await atEveryInstance((each) => versionAt(each, name))).every((one) => one === version),
          ROLLOUT_BOUND_MS,
        )
      for (const version of ['1.0.0', '1.1.0']) {
        expect((await deployLive(url, bundleOf(name, version))).status).toBe(201)
        await waitForVersion(version)
      }
      const rolledBack = await call(second, 'POST', `/api/remotes/${name}/rollback`, {
        key: cluster.adminKey,
        body: {},
      })
      expect(rolledBack.status).toBe(200)
      await waitForVersion('1.0.0')
      await deploy(url, bundleOf(name, '1.2.0'), { channel: 'canary', percent: 100 })
      await waitForVersion('1.2.0')
      expect(
        (await call(second, 'POST', `/api/remotes/${name}/halt`, { key: cluster.adminKey, body: {} })).status,
      ).toBe(200)
      await waitForVersion('1.0.0')
    })

    it('applies a dev server override of one instance at every instance', async () => {
      const [url = ''] = urls()
      const name = newRemote()
      await deployLive(url, bundleOf(name, '1.0.0'))
      const { id, token } = await cluster.createUser()
      expect((await cluster.admin.from('developers').insert({ user_id: id })).error).toBeNull()
      await waitUntil('the remote', async () => (await versionAt(url, name)) === '1.0.0')
      const visitor = createVisitor(url)
      const headers = { authorization: `Bearer ${token}` }
      expect((await visitor.send('PUT', '/api/override', { name, url: DEV_SERVER }, headers)).status).toBe(
        204,
      )
      for (const each of urls()) {
        const sameVisitor = createVisitor(each)
        for (const [cookie, value] of visitor.cookies) sameVisitor.cookies.set(cookie, value)
        const remoteAt = async () =>
          (await sameVisitor.registry()).remotes.find((remote) => remote.name === name)
        await waitUntil(`the remote at ${each}`, async () => (await remoteAt()) !== undefined)
        expect(await remoteAt()).toMatchObject({ override: true, base: `${DEV_SERVER}/` })
      }
    })

    it('accepts a load report ticket of one instance at every instance', async () => {
      const [first = ''] = urls()
      const { ticket } = registrySchema.parse(await (await fetch(`${first}/api/remotes`)).json())
      const responses = await atEveryInstance((url) =>
        fetch(`${url}/api/loads`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ticket,
            loads: [{ name: 'picks', version: '9.9.9', outcome: 'ok', ms: 1 }],
          }),
        }),
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    })
  })
