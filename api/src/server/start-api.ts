import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { type JobRunner, startJobs } from '../jobs/runner.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import type { DataService } from '../repositories/data-service.ts'
import { prefetchTransactions } from '../services/board/availability/read-transactions.ts'
import { readForecastContext } from '../services/board/forecast/forecast-context.ts'
import { registerMetrics } from '../services/operations/register-metrics.ts'
import { type Examine, examineInChildProcess } from '../services/releases/deploy/examine-release.ts'
import type { Upstream } from '../sources/upstream.ts'
import { buildDeps, type Deps } from './build-deps.ts'
import { closeServer } from './listen.ts'
import type { StartEmbedded } from './mount-embedded.ts'
import { openResources } from './open-resources.ts'

export interface RunningApi {
  /** Address of the API, without a trailing slash. */
  url: string
  deps: Deps
  data: DataService
  /** Resolves when the background jobs run; immediately without jobs. */
  jobsStarted: Promise<void>
  /** From now on `/ready` fails, and every response closes its connection. Requests are served as before. */
  announceStop(): void
  /**
   * Waits up to `drainMs` for running requests (default `STOP_DRAIN_MS`), then closes everything, each part
   * within a time limit. Must be called only once.
   */
  close(drainMs?: number): Promise<void>
}

interface StartOptions {
  log: Logger
  /** Required when the environment names an embedded database. */
  startEmbedded?: StartEmbedded
  /** Replaces the external services, for tests. */
  upstream?: Upstream
  /** Checks the files of a deploy, by default in a separate process. Tests replace it. */
  examine?: Examine
}

/** Delay of what is read in advance, so that the requests of a user who is already there go first. */
const PREFETCH_DELAY_MS = 3_000

/**
 * Starts the API in three steps: opens its resources, builds the dependencies of its routes, and serves
 * requests and jobs. A failed start closes what is open.
 * @throws when the port is taken, or the embedded data service cannot start
 */
export async function startApi(env: ApiEnv, options: StartOptions): Promise<RunningApi> {
  const { log, startEmbedded, upstream, examine = examineInChildProcess } = options
  const closers: (() => Promise<unknown>)[] = []
  const onClose = (close: () => Promise<unknown>) => void closers.push(close)
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.warn({ err: error }, 'a part did not close cleanly'))
    }
  }
  let stopping = false
  try {
    const resources = await openResources(env, { log, startEmbedded, upstream, onClose })
    let runner: JobRunner | null = null
    const deps = await buildDeps(env, resources, {
      log,
      examine,
      isStopping: () => stopping,
      jobs: env.DATABASE_URL ? { check: async () => runner?.check() } : null,
      onClose,
    })
    const { listening, url, data, redis, embedded } = resources

    const jobs = env.DATABASE_URL ? startJobs(env.DATABASE_URL, deps) : null
    runner = jobs
    if (!jobs) log.warn('no DATABASE_URL: background jobs are off')
    registerMetrics(deps, { redis, calls: data.load, queues: jobs ? jobs.queues : null })

    const handle = createApp(deps).callback()
    listening.serve((req, res) => {
      // A client that keeps this connection alive would see it closed during its next request.
      if (stopping) res.shouldKeepAlive = false
      void handle(req, res)
    })
    // Read in advance, since it takes some seconds and a forecast omits what is late. A failure is repeated, and told, by
    // the first board.
    const prefetch = setTimeout(() => {
      readForecastContext(deps).catch(() => undefined)
      for (const league of deps.upstream.leagues) league.games(deps.clock.today()).catch(() => undefined)
    }, PREFETCH_DELAY_MS)
    onClose(async () => clearTimeout(prefetch.unref()))
    const endPrefetch = prefetchTransactions(deps)
    onClose(async () => endPrefetch())
    log.info({ url, data: env.DATA, embedded: embedded !== null }, 'listening')
    return {
      url,
      deps,
      data,
      jobsStarted: jobs?.started ?? Promise.resolve(),
      announceStop: () => {
        stopping = true
      },
      async close(drainMs = env.STOP_DRAIN_MS) {
        stopping = true
        // Running jobs may finish while requests drain; this instance starts no new ones.
        await Promise.all([closeServer(listening.server, drainMs), jobs?.close()])
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
