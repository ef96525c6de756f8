import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster/cluster.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Heartbeats of 15 s, looked at every 5 s, then the back-off of a retry; the rest is what a busy machine takes. */
const TAKEN_OVER_MS = 90_000
const JOB = 'sweep-runs'

describe('a job on several instances', () => {
  let cluster: Cluster
  let sql: postgres.Sql
  beforeAll(async () => {
    cluster = await startCluster({ instances: 1 })
    sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
  }, 120_000)
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    await cluster?.stop()
  }, 60_000)

  const runs = (state: string) =>
    sql<{ id: string }[]>`select id from pgboss.job where name = ${JOB} and state = ${state}`

  it('is taken over by another where its instance is killed in the middle of a run', async () => {
    await waitUntil('the run of the start', async () => (await runs('completed')).length > 0)
    const [victim] = cluster.instances
    if (!victim) throw new Error('no instance')
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = sql.begin(async (transaction) => {
      await transaction`lock table public.runs in access exclusive mode`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    // As the runner asks for one: with what its queue was made with.
    await sql`
      insert into pgboss.job (name, policy, heartbeat_seconds, retry_limit, expire_seconds)
      select name, policy, heartbeat_seconds, retry_limit, expire_seconds from pgboss.queue where name = ${JOB}`
    await waitUntil('the run to begin', async () => (await runs('active')).length > 0)
    const [begun] = await runs('active')
    expect(begun).toBeDefined()
    await cluster.removeInstance(victim, 'SIGKILL')
    held.resolve()
    await holding
    await cluster.addInstance()
    await waitUntil(
      'the run to be ended by the other',
      async () => (await runs('completed')).some(({ id }) => id === begun?.id),
      TAKEN_OVER_MS,
    )
  }, 150_000)
})
