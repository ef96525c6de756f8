import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseLeagueClock } from '@propsight/shared/domain'
import { newestMigration } from '@propsight/supabase/level'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { startJobs } from '../jobs/runner.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { connectRedis } from '../platform/redis.ts'
import { connectTelemetry } from '../platform/telemetry/connect-telemetry.ts'
import { createTokenVerifier } from '../platform/token-verifier.ts'
import { createAccessRepository, createCodesRepository } from '../repositories/access.ts'
import { createContactRepository } from '../repositories/contact.ts'
import { createDataService, type DataService } from '../repositories/data-service.ts'
import { createDeployTokensRepository } from '../repositories/deploy-tokens.ts'
import { createTrackRepository } from '../repositories/forecast-records.ts'
import { createOperationsRepository } from '../repositories/operations.ts'
import { createParlaysRepository } from '../repositories/parlays.ts'
import { createPicksRepository } from '../repositories/picks.ts'
import { createReleasesRepository, createRolloutsRepository } from '../repositories/releases.ts'
import { createRightsRepository } from '../repositories/rights.ts'
import { createRunsRepository } from '../repositories/runs.ts'
import {
  createAdminsRepository,
  createCreditsRepository,
  createUsersRepository,
} from '../repositories/users.ts'
import { createAccountStanding, withStanding } from '../services/accounts/account-standing.ts'
import { createPasswordRule } from '../services/accounts/common-passwords.ts'
import { createAi } from '../services/analysis/ai/create-ai.ts'
import { prefetchTransactions } from '../services/board/availability/prefetch-transactions.ts'
import { earlierSeasons } from '../services/board/forecast/earlier-seasons.ts'
import { awaitSchemaVersion } from '../services/operations/await-schema-version.ts'
import { countOperations } from '../services/operations/count-operations.ts'
import { describeDataSource } from '../services/operations/info.ts'
import { createMailbox } from '../services/operations/mailbox.ts'
import { registerMetrics } from '../services/operations/register-metrics.ts'
import { createExtractor } from '../services/pictures/extractor.ts'
import { type Examine, examineInChildProcess } from '../services/releases/deploy/examine-release.ts'
import { createReleaseServices } from '../services/releases/release-services.ts'
import { openBundleStore } from '../services/releases/store/open-bundle-store.ts'
import { createUpstream, type Upstream } from '../sources/upstream.ts'
import { closeServer, listen } from './listen.ts'
import { mailRedirects } from './mount-embedded.ts'

interface CaughtMail {
  to: string
  subject: string
  text: string
  html: string
  at: string
}

/**
 * Starts the data service inside this process; only `main.ts` and the test harness import the implementation.
 */
export type StartEmbedded = (options: {
  databaseUrl: string
  origin: string
  jwtSecret: string
  publishableKey: string
  secretKey: string
  redirectAllow?: string[]
  passwordRule?: (password: string) => string | null
  onMail: (mail: CaughtMail) => void | Promise<void>
  log?: (message: string) => void
}) => Promise<{
  handle(req: IncomingMessage, res: ServerResponse): void
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}>

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

const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/**
 * Builds the API from its environment and listens.
 * @param startEmbedded required when the environment names an embedded database
 * @param upstream replaces the external services, for tests
 * @param examine checks the files of a deploy, by default in a separate process; tests replace it
 * @throws when the port is taken, or the embedded data service cannot start
 */
export async function startApi(
  env: ApiEnv,
  {
    log,
    startEmbedded,
    upstream: given,
    examine = examineInChildProcess,
  }: { log: Logger; startEmbedded?: StartEmbedded; upstream?: Upstream; examine?: Examine },
): Promise<RunningApi> {
  const closers: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.warn({ err: error }, 'a part did not close cleanly'))
    }
  }
  try {
    const listening = await listen(env.PORT, env.HOST)
    closers.push(() => closeServer(listening.server, 0))
    const host = reachable(env.HOST)
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`
    const origin = env.PUBLIC_URL ?? url

    const mailbox = env.EMBEDDED_DATABASE_URL ? createMailbox(env.MAILBOX_DIR) : null
    const embedded = await mountEmbedded(env, origin, mailbox, log, startEmbedded)
    if (embedded) closers.push(() => embedded.close())

    const redis = env.REDIS_URL ? await connectRedis(env.REDIS_URL, log) : null
    if (redis) closers.push(async () => redis.destroy())

    const clock = parseLeagueClock(env.LEAGUE_CLOCK)
    const metrics = createMetrics()
    const telemetry = await connectTelemetry(env, manifest.version, log)
    closers.push(() => telemetry.close())
    const upstream =
      given ??
      createUpstream({
        statsUrl: env.STATS_API_URL,
        linesUrl: env.LINES_URL,
        footballUrl: env.FOOTBALL_URL,
        weatherUrl: env.WEATHER_URL,
        weatherKey: env.WEATHER_API_KEY,
        weatherBackupUrl: env.WEATHER_BACKUP_URL,
        redis,
        log,
        metrics,
        telemetry,
      })
    closers.push(async () => upstream.close())

    const ai = await createAi(env, log)
    const extractor = createExtractor({ workers: env.EXTRACT_WORKERS })
    closers.push(async () => extractor.close())
    const supabaseUrl = env.SUPABASE_URL ?? origin
    const data = createDataService({
      url: supabaseUrl,
      secretKey: env.SUPABASE_SECRET_KEY,
      fetch: embedded ? (request) => embedded.fetch(request) : undefined,
      telemetry,
    })
    const operations = createOperationsRepository(data)
    // An embedded database has just applied its migrations.
    if (!embedded) await awaitSchemaVersion({ operations, needed: await newestMigration(), log })
    const releases = createReleasesRepository(data)
    const rights = createRightsRepository(data)
    const standing = createAccountStanding(rights)
    const tokens = createTokenVerifier({ supabaseUrl, jwtSecret: env.SUPABASE_JWT_SECRET })
    const bundles = openBundleStore(env)
    const dataSource = () => describeDataSource(env, clock)
    const { version } = manifest
    const releaseParts = createReleaseServices({
      env,
      version,
      mailbox,
      dataSource,
      bundles,
      releases,
      log,
      metrics,
    })
    closers.push(async () => releaseParts.releases.close())
    closers.push(() => releaseParts.loads.close())
    let stopping = false
    const deps: Deps = {
      env,
      version,
      log,
      clock,
      dataSource,
      tokens: withStanding(tokens, standing),
      standing,
      limits: createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis }),
      metrics,
      telemetry,
      repositories: {
        access: createAccessRepository(data),
        releases,
        rollouts: createRolloutsRepository(data),
        deployTokens: createDeployTokensRepository(data),
        admins: createAdminsRepository(data),
        codes: createCodesRepository(data),
        users: createUsersRepository(data),
        credits: createCreditsRepository(data),
        rights,
        contact: createContactRepository(data),
        picks: createPicksRepository(data),
        operations,
        ...countOperations(
          {
            runs: createRunsRepository(data),
            parlays: createParlaysRepository(data),
            track: createTrackRepository(data),
          },
          metrics,
        ),
      },
      upstream,
      ai,
      extractor,
      bundles,
      examine,
      ...releaseParts,
      mailbox,
      dataService: embedded,
      isStopping: () => stopping,
    }

    const jobs = env.DATABASE_URL ? startJobs(env.DATABASE_URL, deps) : null
    if (!jobs) log.warn('no DATABASE_URL: background jobs are off')
    registerMetrics(deps, { redis, calls: data.load, queues: jobs ? jobs.queues : null })

    const handle = createApp(deps).callback()
    listening.serve((req, res) => {
      // A client that keeps this connection alive would see it closed during its next request.
      if (stopping) res.shouldKeepAlive = false
      void handle(req, res)
    })
    // Loaded in advance for the first board, since it takes some seconds.
    earlierSeasons(deps)
    const letMovesGo = prefetchTransactions(deps)
    closers.push(async () => letMovesGo())
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

async function mountEmbedded(
  env: ApiEnv,
  origin: string,
  mailbox: Deps['mailbox'],
  log: Logger,
  startEmbedded: StartEmbedded | undefined,
) {
  if (!env.EMBEDDED_DATABASE_URL || env.SUPABASE_JWT_SECRET === undefined) return null
  if (!startEmbedded)
    throw new Error('EMBEDDED_DATABASE_URL is set, but there is no embedded data service here')
  return startEmbedded({
    databaseUrl: env.EMBEDDED_DATABASE_URL,
    origin,
    jwtSecret: env.SUPABASE_JWT_SECRET,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
    secretKey: env.SUPABASE_SECRET_KEY,
    redirectAllow: mailRedirects(origin, env.CORS_ORIGINS),
    passwordRule: createPasswordRule(env.PASSWORD_MIN_LENGTH),
    onMail: async (mail) => mailbox?.add(mail),
    log: (message) => log.info(message),
  })
}
