import type postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { blockTable } from './block-table.ts'

/** Heartbeat timeout (15 s), check interval (5 s), retry back-off, and a reserve for a busy machine. */
const TAKEOVER_LIMIT_MS = 120_000
const JOB = 'sweep-runs'
const RUNS = 3

/** A due job runs on one instance, and on another one if that instance is killed. Replaces all instances. */
export function jobTests(cluster: Cluster, sql: postgres.Sql) {
  let interruptedJob = ''
  const stateOf = async (id: string) =>
    (await sql<{ state: string }[]>`select state from pgboss.job where id = ${id}`)[0]?.state
  const waitForIdleJob = () =>
    waitUntil('every earlier run to end', async () => {
      const [row] = await sql<{ open: number }[]>`
          select count(*)::int as open from pgboss.job where name = ${JOB} and state < 'completed'`
      return row?.open === 0
    })
  /** Inserts a job with the settings of its queue, like the job runner. */
  const insertJob = async (): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
        insert into pgboss.job (name, policy, heartbeat_seconds, retry_limit, expire_seconds)
        select name, policy, heartbeat_seconds, retry_limit, expire_seconds from pgboss.queue
        where name = ${JOB} returning id`
    return row?.id ?? ''
  }
  /** Sum of the job runs in the metrics of all instances. */
  const runsSoFar = async () => {
    const headers = { authorization: `Bearer ${cluster.adminKey}` }
    const counts = cluster.instances.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`, { headers })).text()
      const lines = text
        .split('\n')
        .filter((line) => line.includes(`job="${JOB}"`) && line.includes('outcome='))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  describe('a job on several instances', () => {
    it('is run by one of them each time it is due', async () => {
      await waitForIdleJob()
      const before = await runsSoFar()
      for (let at = 0; at < RUNS; at += 1) {
        const id = await insertJob()
        await waitUntil('the run to end', async () => (await stateOf(id)) === 'completed')
      }
      expect(await runsSoFar()).toBe(before + RUNS)
    })

    it('stays active when its instance is killed during the run', async () => {
      // Keeps one instance, so that it runs the job.
      const [victim, ...others] = cluster.instances
      if (!victim) throw new Error('no instance')
      await Promise.all(others.map((other) => cluster.removeInstance(other, 'SIGKILL')))
      await waitForIdleJob()
      const id = insertJob()
      // The job locks the rows of expired holds.
      await blockTable(cluster.database.url, 'public.runs', async () => {
        interruptedJob = await id
        expect(await stateOf(interruptedJob)).toBe('active')
        await cluster.removeInstance(victim, 'SIGKILL')
      })
      await Promise.all([cluster.addInstance(), cluster.addInstance(), cluster.addInstance()])
    })
  })
  return {
    /** To be called last: another instance takes over when heartbeats have been missing for 15 s. */
    testTakeover: () =>
      it('is completed by another instance', async () => {
        const isCompleted = async () => (await stateOf(interruptedJob)) === 'completed'
        await waitUntil('another instance to complete the run', isCompleted, TAKEOVER_LIMIT_MS)
      }, 150_000),
  }
}
