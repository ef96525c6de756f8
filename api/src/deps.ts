import type { DataSource } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ApiEnv } from './platform/config/env.ts'
import type { Metrics } from './platform/metrics.ts'
import type { RateLimits } from './platform/rate-limits.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import type { TokenVerifier } from './platform/token-verifier.ts'
import type { AccessRepository } from './repositories/access.ts'
import type { AdminsRepository } from './repositories/admins.ts'
import type { CodesRepository } from './repositories/codes.ts'
import type { ContactRepository } from './repositories/contact.ts'
import type { CreditsRepository } from './repositories/credits.ts'
import type { DeployTokensRepository } from './repositories/deploy-tokens.ts'
import type { OperationsRepository } from './repositories/operations.ts'
import type { ParlaysRepository } from './repositories/parlays.ts'
import type { PicksRepository } from './repositories/picks.ts'
import type { ReleasesRepository } from './repositories/releases.ts'
import type { RightsRepository } from './repositories/rights.ts'
import type { RolloutsRepository } from './repositories/rollouts.ts'
import type { RunsRepository } from './repositories/runs.ts'
import type { TrackRepository } from './repositories/track.ts'
import type { UsersRepository } from './repositories/users.ts'
import type { AccountStanding } from './services/accounts/account-standing.ts'
import type { Ai } from './services/analysis/ai/create-ai.ts'
import type { Mailbox } from './services/operations/mailbox.ts'
import type { Extractor } from './services/pictures/extractor.ts'
import type { ReleaseCatalogue } from './services/releases/catalogue/catalogue.ts'
import type { Examine } from './services/releases/deploy/examine.ts'
import type { LoadReports } from './services/releases/load-reports.ts'
import type { Overrides } from './services/releases/override.ts'
import type { BundleStore } from './services/releases/store/bundle-store.ts'
import type { Tickets } from './services/releases/tickets.ts'
import type { Upstream } from './sources/upstream.ts'

/** A data service that lives in this process and answers `/auth/v1` and `/rest/v1` on the page's own origin. */
interface MountedDataService {
  handle(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse): void
}

/** All that a route may use. Built once by the composition root, or by a test with parts of its own. */
export interface Deps {
  env: ApiEnv
  /** Release of the product, as `GET /api/info` says it. */
  version: string
  log: Logger
  clock: LeagueClock
  dataSource(): DataSource
  /** Refuses a good token too where its account is gone or locked out. */
  tokens: TokenVerifier
  standing: AccountStanding
  limits: RateLimits
  metrics: Metrics
  telemetry: Telemetry
  repositories: {
    runs: RunsRepository
    access: AccessRepository
    releases: ReleasesRepository
    rollouts: RolloutsRepository
    deployTokens: DeployTokensRepository
    admins: AdminsRepository
    codes: CodesRepository
    users: UsersRepository
    credits: CreditsRepository
    rights: RightsRepository
    contact: ContactRepository
    picks: PicksRepository
    parlays: ParlaysRepository
    track: TrackRepository
    operations: OperationsRepository
  }
  upstream: Upstream
  /** Models for words and pictures; all null where none is configured. */
  ai: Ai
  /** Reads uploaded pictures, in processes of their own. */
  extractor: Extractor
  bundles: BundleStore
  /** Checks the files of a deploy. */
  examine: Examine
  releases: ReleaseCatalogue
  tickets: Tickets
  overrides: Overrides
  loads: LoadReports
  mailbox: Mailbox | null
  dataService: MountedDataService | null
  /** True from the first signal to stop: `/ready` says no, so that a balancer sends nobody here. */
  isStopping(): boolean
}
