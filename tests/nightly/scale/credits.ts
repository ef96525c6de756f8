import { randomUUID } from 'node:crypto'
import { generateParlayResponse, ledgerResponse, startRunResponse } from '@propsight/shared/contracts'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { callAsAdmin } from '../../support/accounts/admin-api.ts'
import type { Cluster, ClusterUser } from '../../support/cluster/start-cluster.ts'
import { picksForParlays, requestParlays } from '../../support/picks/request-parlays.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Every charge is applied once, regardless of the instances that receive the requests. */
export const creditTests = (cluster: Cluster) =>
  describe('credits on several instances', () => {
    const charge = (url: string, { token }: ClusterUser, idempotencyKey: string) =>
      fetch(`${url}/api/runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey }),
      })
    /** Reads all entries of a user's ledger and expects the balance to be their sum. */
    const ledger = async ({ id }: ClusterUser) => {
      const path = `/api/admin/users/${id}/ledger?limit=200`
      const answer = await callAsAdmin(path, undefined, { url: cluster.url, key: cluster.adminKey })
      const { entries } = ledgerResponse.parse(await answer.json())
      expect(entries[0]?.balanceAfter).toBe(entries.reduce((sum, { delta }) => sum + delta, 0))
      return entries
    }
    const holds = async (user: ClusterUser) =>
      (await ledger(user)).filter(({ reason }) => reason === 'hold').length

    it('are charged once per key when an instance is killed and another one answers the retries', async () => {
      const user = await cluster.createUser()
      const [victim, other] = cluster.instances
      if (!victim || !other) throw new Error('two instances')
      const myPicks = await picksForParlays(cluster.url, user.token)
      const keys = Array.from({ length: 12 }, () => randomUUID())
      const parlayKey = randomUUID()
      const first = new Map<string, string>()
      for (const key of keys.slice(0, keys.length / 2)) {
        const { runId } = startRunResponse.parse(await (await charge(victim.url, user, key)).json())
        first.set(key, runId)
      }
      // The remaining requests wait for a lock of the account's row, so that the kill interrupts them.
      const sql = postgres(cluster.database.url, { max: 2, onnotice: () => {} })
      const lock = await sql.reserve()
      await lock`begin`
      await lock`select from public.user_profiles where user_id = ${user.id} for update`
      const cut = Promise.allSettled([
        requestParlays(victim.url, user.token, { myPicks, idempotencyKey: parlayKey }),
        ...keys.slice(keys.length / 2).map((key) => charge(victim.url, user, key)),
      ])
      await waitUntil('a charge that waits for the row', async () => {
        const waiting = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`
        return waiting.length > 0
      })
      await cluster.removeInstance(victim, 'SIGKILL')
      await lock`rollback`
      lock.release()
      await sql.end()
      expect((await cut).map(({ status }) => status)).toEqual(Array(1 + keys.length / 2).fill('rejected'))
      for (const key of keys) {
        const { runId } = startRunResponse.parse(await (await charge(other.url, user, key)).json())
        expect(runId).toBe(first.get(key) ?? runId)
      }
      const again = await requestParlays(other.url, user.token, { myPicks, idempotencyKey: parlayKey })
      const { parlays } = generateParlayResponse.parse(await again.json())
      expect(parlays.length).toBeGreaterThan(0)
      expect(await holds(user)).toBe(1 + keys.length + 1)
      const { data } = await cluster.admin.from('past_parlays').select('id').eq('user_id', user.id)
      expect(data).toHaveLength(parlays.length)
    })
  })
