import { randomUUID } from 'node:crypto'
import { bundleOf, deploy, deployLive, newRemote } from '@propsight/api/testing'
import { registrySchema } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../support/accounts/mail-link.ts'
import { parseRecord, playersOfBoard, readLines } from '../../support/analysis/run-analysis.ts'
import { startBoard } from '../../support/analysis/start-run.ts'
import type { Cluster, ClusterUser } from '../../support/cluster/start-cluster.ts'
import type { ApiProcess } from '../../support/product/api-process.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { blockTable } from './block-table.ts'

const PLAYERS = 60
const LATE_MS = 700

/** Work in progress on a killed instance can be completed on another one. */
export const killTests = (cluster: Cluster) =>
  describe('killing an instance', () => {
    let victim: ApiProcess
    let other: ApiProcess
    beforeEach(async () => {
      while (cluster.instances.length < 2) await cluster.addInstance()
      const [first, second] = cluster.instances
      if (!first || !second) throw new Error('two instances')
      victim = first
      other = second
    })

    const clientAt = async ({ url }: ApiProcess, { email, password }: ClusterUser) => {
      const client = createClient(url, cluster.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      })
      const { error } = await client.auth.signInWithPassword({ email, password })
      if (error) throw error
      return client
    }

    it('during a board lets another instance answer the same run completely, and charges it once', async () => {
      const user = await cluster.createUser()
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
      const ask = (url: string, path: string, body?: object) =>
        fetch(url + path, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
      const { runId, lines } = await startBoard(victim.url, user.token, 'Hits')
      const players = playersOfBoard(lines)
      const read = async ({ url }: ApiProcess, onRecord?: () => void) => {
        const types: string[] = []
        for await (const line of readLines(
          await ask(url, '/api/game-logs', { runId, players: players.slice(0, PLAYERS) }),
        )) {
          types.push(parseRecord(line).type)
          onRecord?.()
        }
        return types
      }
      cluster.upstream.set(/personIds/, { kind: 'late', ms: LATE_MS })
      let killed: Promise<void> | null = null
      const cut = await read(victim, () => {
        killed ??= cluster.removeInstance(victim, 'SIGKILL')
      }).catch(() => ['cut'])
      await killed
      cluster.upstream.heal()
      expect(cut.at(-1)).not.toBe('end')
      const types = await read(other)
      expect(types.at(-1)).toBe('end')
      expect(types.filter((type) => type === 'player').length).toBeGreaterThan(PLAYERS / 2)
      const { data } = await user.client.from('user_profiles').select('credits').single()
      expect(data?.credits).toBe(19)
    })

    it('during a deploy makes nothing visible, and lets the deploy be repeated at another instance', async () => {
      const name = newRemote()
      const served = async () => {
        const registry = registrySchema.parse(await (await fetch(`${other.url}/api/remotes`)).json())
        return registry.remotes.find((remote) => remote.name === name)?.version
      }
      expect((await deployLive(other.url, bundleOf(name, '1.0.0'))).status).toBe(201)
      await waitUntil('the first release', async () => (await served()) === '1.0.0')
      const next = bundleOf(name, '1.1.0')
      const cut = deploy(victim.url, next).catch(() => 'cut off')
      // The files are stored, and the insert of the release is blocked.
      await blockTable(cluster.database.url, 'public.remote_releases', () =>
        cluster.removeInstance(victim, 'SIGKILL'),
      )
      expect(await cut).toBe('cut off')
      expect(await served()).toBe('1.0.0')
      expect((await deployLive(other.url, next)).status).toBe(201)
      await waitUntil('the next release', async () => (await served()) === '1.1.0')
    })

    it('during an e-mail change lets it be requested again at another instance and confirmed by the link', async () => {
      const user = await cluster.createUser()
      const email = `u-${randomUUID()}@example.com`
      const client = await clientAt(victim, user)
      const cut = client.auth.updateUser({ email, current_password: user.password }).catch(() => null)
      // The change is recorded and its mail is sent; the answer may be lost.
      await waitUntil('the first mail', () => cluster.mailsTo(email).length > 0)
      await cluster.removeInstance(victim, 'SIGKILL')
      await cut
      const again = await clientAt(other, user)
      const before = cluster.mailsTo(email).length
      expect((await again.auth.updateUser({ email, current_password: user.password })).error).toBeNull()
      await waitUntil('the mail', () => cluster.mailsTo(email).length > before)
      const link = linkIn(cluster.mailsTo(email).at(-1))
      await openMailLink(new URL(link).origin, link)
      await waitUntil('the new address', async () => (await again.auth.getUser()).data.user?.email === email)
    })
  })
