import type { DataSource } from '@propsight/shared/contracts'
import { type LeagueClock, parseLeagueClock } from '@propsight/shared/domain'
import { newestMigration } from '@propsight/supabase/level'
import type { Logger } from 'pino'
import type { MountedDataService } from '../http/data-service-mount.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createRateLimits, type RateLimits } from '../platform/rate-limits.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { createTokenVerifier, type TokenVerifier } from '../platform/token-verifier.ts'
import { createAccessRepository, createCodesRepository } from '../repositories/access.ts'
import { createAlertsRepository } from '../repositories/alerts.ts'
import { createContactRepository } from '../repositories/contact.ts'
import type { DataService } from '../repositories/data-service.ts'
import { createDeployTokensRepository } from '../repositories/deploy-tokens.ts'
import { createForecastsRepository } from '../repositories/forecast-records.ts'
import { createOddsRepository } from '../repositories/odds.ts'
import { createOperationsRepository } from '../repositories/operations.ts'
import { createParlaysRepository, createPicksRepository } from '../repositories/picks.ts'
import { createReleasesRepository, createRolloutsRepository } from '../repositories/releases.ts'
import { createRemotesRepository } from '../repositories/remotes.ts'
import { createRunsRepository } from '../repositories/runs.ts'
import {
  createAdminsRepository,
  createCreditsRepository,
  createFactorsRepository,
  createRightsRepository,
  createUsersRepository,
} from '../repositories/users.ts'
import {
  type AccountStanding,
  createAccountStanding,
  withStanding,
} from '../services/accounts/account-standing.ts'
import type { Ai } from '../services/analysis/ai/create-ai.ts'
import type { GameLogStreamPorts } from '../services/board/game-log-stream.ts'
import { bindGameLogs } from '../services/board/game-logs.ts'
import { createOddsBoards, type ReadOddsBoard } from '../services/odds/odds-board.ts'
import { awaitSchemaVersion } from '../services/operations/await-schema-version.ts'
import { countOperations } from '../services/operations/count-operations.ts'
import { describeDataSource } from '../services/operations/health.ts'
import type { Mailbox } from '../services/operations/mailbox.ts'
import type { Extractor } from '../services/pictures/extractor.ts'
import { createPropEvidence } from '../services/props/prop-evidence.ts'
import type { PropPorts } from '../services/props/show-forecasts.ts'
import type { Examine } from '../services/releases/deploy/examine-release.ts'
import { createReleaseServices } from '../services/releases/release-services.ts'
import type { BundleStore } from '../services/releases/store/bundle-store.ts'
import type { Upstream } from '../sources/upstream.ts'
import type { Resources } from './open-resources.ts'

interface BuildOptions {
  log: Logger
  examine: Examine
  /** True from the first stop signal: `/ready` then fails, so that a load balancer sends no more requests. */
  isStopping(): boolean
  /** State of the background jobs. Null when this instance runs none. @throws Error while they cannot run */
  jobs: { check(): Promise<void> } | null
  /** Registers what ends background work of a dependency. */
  onClose(close: () => Promise<unknown>): void
}

const createRepositories = (data: DataService, metrics: Metrics) => ({
  access: createAccessRepository(data),
  alerts: createAlertsRepository(data),
  admins: createAdminsRepository(data),
  factors: createFactorsRepository(data),
  codes: createCodesRepository(data),
  contact: createContactRepository(data),
  credits: createCreditsRepository(data),
  deployTokens: createDeployTokensRepository(data),
  odds: createOddsRepository(data),
  operations: createOperationsRepository(data),
  picks: createPicksRepository(data),
  releases: createReleasesRepository(data),
  remotes: createRemotesRepository(data),
  rights: createRightsRepository(data),
  rollouts: createRolloutsRepository(data),
  users: createUsersRepository(data),
  ...countOperations(
    {
      runs: createRunsRepository(data),
      parlays: createParlaysRepository(data),
      forecasts: createForecastsRepository(data),
    },
    metrics,
  ),
})

/** What the composition root passes to routes and jobs, each of which names the parts that it needs. */
export interface Deps extends ReturnType<typeof createReleaseServices>, GameLogStreamPorts, PropPorts {
  env: ApiEnv
  /** Version of the product, as in `GET /api/info`. */
  version: string
  log: Logger
  clock: LeagueClock
  dataSource(): DataSource
  /** Verifies tokens. Also refuses valid tokens of deleted and self-excluded accounts. */
  tokens: TokenVerifier
  standing: AccountStanding
  limits: RateLimits
  metrics: Metrics
  telemetry: Telemetry
  repositories: ReturnType<typeof createRepositories>
  upstream: Upstream
  oddsOf: ReadOddsBoard
  /** AI models for texts and images; all null when none is configured. */
  ai: Ai
  extractor: Extractor
  bundles: BundleStore
  /** Null without REDIS_URL. */
  redis: { readonly isReady: boolean } | null
  examine: Examine
  mailbox: Mailbox | null
  dataService: MountedDataService | null
  jobs: BuildOptions['jobs']
  isStopping: BuildOptions['isStopping']
}

/**
 * Builds the dependencies of all routes and jobs. Waits until the database has the migrations that this
 * version needs.
 */
export async function buildDeps(
  env: ApiEnv,
  resources: Resources,
  { log, examine, isStopping, jobs, onClose }: BuildOptions,
): Promise<Deps> {
  const { supabaseUrl, mailbox, embedded, redis, metrics, data, bundles, version } = resources
  const { telemetry, upstream, ai, extractor } = resources
  const repositories = createRepositories(data, metrics)
  // An embedded database has just applied its migrations.
  if (!embedded) {
    await awaitSchemaVersion({ operations: repositories.operations, needed: await newestMigration(), log })
  }
  const clock = parseLeagueClock(env.LEAGUE_CLOCK)
  const dataSource = () => describeDataSource(env, clock)
  const oddsOf = createOddsBoards(repositories.odds)
  const propEvidence = createPropEvidence({ upstream, clock, log, oddsOf })
  const standing = createAccountStanding(repositories.rights)
  const tokens = createTokenVerifier({ supabaseUrl, jwtSecret: env.SUPABASE_JWT_SECRET })
  const releaseServices = createReleaseServices({
    env,
    version,
    mailbox,
    dataSource,
    bundles,
    releases: repositories.releases,
    remotes: repositories.remotes,
    rollouts: repositories.rollouts,
    log,
    metrics,
  })
  onClose(async () => releaseServices.releases.close())
  onClose(() => releaseServices.loads.close())
  return {
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
    repositories,
    upstream,
    oddsOf,
    propEvidence,
    ai,
    extractor,
    bundles,
    redis,
    examine,
    ...bindGameLogs({ upstream, clock, propEvidence }),
    ...releaseServices,
    mailbox,
    dataService: embedded,
    jobs,
    isStopping,
  }
}
