import { readDatabaseUrl } from '@propsight/supabase/database-url'
import { PgBoss } from 'pg-boss'
import * as z from 'zod'
import type { Metrics } from '../platform/metrics.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import type { QueueFigures } from '../services/operations/register-metrics.ts'
import {
  checkAlerts,
  endOldSessions,
  forgetAlerts,
  forgetDeletedPicks,
  forgetOdds,
  grantCredits,
  type Job,
  type JobPorts,
  purgeClosedAccounts,
  readBookPrices,
  removeExpiredPicks,
  sendAlerts,
  sendContact,
  sendWebhooks,
  settleLegs,
  storeClosingPrices,
  sweepBundles,
  sweepRuns,
} from './jobs.ts'

const rows = z.array(
  z.object({ job: z.string(), state: z.string(), count: z.coerce.number(), oldest: z.coerce.number() }),
)

interface Database {
  executeSql(text: string): Promise<{ rows: unknown[] }>
}

/**
 * Counts the waiting and the running jobs of each queue in the table of pg-boss. Ended jobs are not counted.
 * @param schema database schema of pg-boss
 */
export async function countQueuedJobs(database: Database, schema: string): Promise<QueueFigures[]> {
  const answer = await database.executeSql(`
    select name as job, state::text as state, count(*) as count,
      greatest(0, extract(epoch from now() - min(start_after))) as oldest
    from ${schema}.job where state < 'completed' group by 1, 2`)
  return rows
    .parse(answer.rows)
    .map(({ job, state, count, oldest }) => ({ job, state, count, oldestSeconds: oldest }))
}

const SCHEMA = 'pgboss'
const RETRY_START_MS = 5_000
const STOP_TIMEOUT_MS = 3_000
const POLL_SECONDS = 2
/** Another instance takes a run over when its instance has sent no heartbeat for this long. */
const HEARTBEAT_SECONDS = 15
const SUPERVISE_SECONDS = 5
/**
 * Options of the driver's pool. A query without an answer for this many milliseconds fails, and its
 * connection is replaced: a database that vanished does not close its connections.
 */
const POOL = { query_timeout: 10_000 }

/** No further accounts are begun later, so that the last call ends before the run expires. */
const LAST_ARCHIVE_MS = 3_000_000

/**
 * Moves ledger, runs, parlays and track record of earlier months into the archive. Each call is a transaction, so a run
 * that ends early is continued by the next one.
 */
export const archiveHistory: Job = {
  name: 'archive-history',
  cron: '41 * * * *',
  expireInSeconds: 3_300,
  async run({ env, repositories, log }) {
    const end = Date.now() + LAST_ARCHIVE_MS
    let moved = 0
    let after: number | null = 0
    while (after !== null && Date.now() < end) {
      const call = await repositories.operations.archiveHistory(
        env.HISTORY_MONTHS,
        env.HISTORY_ACCOUNTS,
        after,
      )
      moved += call.moved
      after = call.next
    }
    if (moved > 0) log.info({ moved }, 'rows of earlier months were archived')
  },
}

const JOBS: readonly Job[] = [
  sweepRuns,
  sweepBundles,
  grantCredits,
  sendContact,
  endOldSessions,
  purgeClosedAccounts,
  forgetDeletedPicks,
  removeExpiredPicks,
  settleLegs,
  readBookPrices,
  forgetOdds,
  storeClosingPrices,
  checkAlerts,
  sendAlerts,
  sendWebhooks,
  forgetAlerts,
  archiveHistory,
]

export interface JobRunner {
  /** Resolves when the jobs of this instance run; rejects when the runner is closed before that. */
  readonly started: Promise<void>
  /**
   * Rejects if the jobs could not be started at the last attempt, or if their database does not respond. A start
   * that is still running is not a failure.
   */
  check(): Promise<void>
  /** Counts of waiting and running jobs per queue. Rejects while the database does not respond. */
  queues(): Promise<QueueFigures[]>
  /** Waits for running jobs, for a limited time. */
  close(): Promise<void>
}

export type RunnerPorts = JobPorts & {
  readonly telemetry: Pick<Telemetry, 'span'>
  readonly metrics: Pick<Metrics, 'jobs'>
}

async function schedule(boss: PgBoss, job: Job, deps: RunnerPorts) {
  // 'short' keeps at most one queued run, however many instances send one.
  const options = {
    expireInSeconds: job.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: 2,
    retryBackoff: true,
    deleteAfterSeconds: 3_600,
  }
  await boss.createQueue(job.name, { policy: 'short', ...options })
  // An existing queue of an earlier release keeps its options until they are updated.
  await boss.updateQueue(job.name, options)
  await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
    try {
      await deps.telemetry.span('internal', `job ${job.name}`, {}, () => job.run(deps))
      deps.metrics.jobs.inc({ job: job.name, outcome: 'done' })
    } catch (error) {
      deps.metrics.jobs.inc({ job: job.name, outcome: 'failed' })
      deps.log.error({ err: error, job: job.name }, 'a job failed; it is tried again')
      throw error
    }
  })
  await boss.schedule(job.name, job.cron)
  // Runs the job now: work that a killed process left does not have to wait for the schedule.
  await boss.send(job.name)
}

/**
 * Runs the background jobs on PostgreSQL, in a separate schema. Any number of instances may share the queues:
 * each run is executed by one of them. When the database is down at the start, the runner retries while the
 * API already serves.
 * @param databaseUrl `postgres://` address of a user that may create the schema
 */
export function startJobs(databaseUrl: string, deps: RunnerPorts): JobRunner {
  const { url, ssl } = readDatabaseUrl(databaseUrl)
  const boss = new PgBoss({
    connectionString: url,
    ssl,
    schema: SCHEMA,
    max: 2,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    ...POOL,
    application_name: 'propsight-jobs',
  })
  const started = Promise.withResolvers<void>()
  // Prevents an unhandled rejection, since callers need not await it.
  started.promise.catch(() => undefined)
  let retry: NodeJS.Timeout | null = null
  let closed = false
  let state: 'starting' | 'started' | 'failed' = 'starting'
  boss.on('error', (error: Error) => deps.log.warn({ err: error }, 'the job database does not answer'))

  const start = async () => {
    try {
      await boss.start()
      for (const job of JOBS) await schedule(boss, job, deps)
      state = 'started'
      started.resolve()
    } catch (error) {
      if (closed) return
      state = 'failed'
      deps.log.warn({ err: error }, 'jobs could not start; the start will be retried')
      retry = setTimeout(() => {
        starting = start()
      }, RETRY_START_MS)
      retry.unref()
    }
  }
  let starting = start()

  const queues = () => countQueuedJobs(boss.getDb(), SCHEMA)
  return {
    started: started.promise,
    async check() {
      if (state === 'failed') throw new Error('the jobs could not be started')
      if (state === 'started') await queues()
    },
    queues,
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      await starting
      started.reject(new Error('the jobs were closed'))
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }).catch(() => undefined)
    },
  }
}
