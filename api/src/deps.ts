import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DataSource } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ApiEnv } from './platform/config/env.ts'
import type { Metrics } from './platform/metrics.ts'
import type { RateLimits } from './platform/rate-limits.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import type { TokenVerifier } from './platform/token-verifier.ts'
import type { AccessRepository, CodesRepository } from './repositories/access.ts'
import type { AlertsRepository } from './repositories/alerts.ts'
import type { ContactRepository } from './repositories/contact.ts'
import type { DeployTokensRepository } from './repositories/deploy-tokens.ts'
import type { ForecastsRepository } from './repositories/forecast-records.ts'
import type { OddsRepository } from './repositories/odds.ts'
import type { OperationsRepository } from './repositories/operations.ts'
import type { ParlaysRepository } from './repositories/parlays.ts'
import type { PicksRepository } from './repositories/picks.ts'
import type { ReleasesRepository, RolloutsRepository } from './repositories/releases.ts'
import type { RightsRepository } from './repositories/rights.ts'
import type { RunsRepository } from './repositories/runs.ts'
import type {
  AdminsRepository,
  CreditsRepository,
  FactorsRepository,
  UsersRepository,
} from './repositories/users.ts'
import type { AccountStanding } from './services/accounts/account-standing.ts'
import type { Ai } from './services/analysis/ai/create-ai.ts'
import type { Mailbox } from './services/operations/mailbox.ts'
import type { Extractor } from './services/pictures/extractor.ts'
import type { ReleaseCatalogue } from './services/releases/catalogue/catalogue.ts'
import type { Fallbacks } from './services/releases/catalogue/fallbacks.ts'
import type { Examine } from './services/releases/deploy/examine-release.ts'
import type { LoadReports } from './services/releases/load-reports.ts'
import type { Overrides } from './services/releases/override.ts'
import type { Previews } from './services/releases/previews.ts'
import type { BundleStore } from './services/releases/store/bundle-store.ts'
import type { Tickets } from './services/releases/tickets.ts'
import type { Upstream } from './sources/upstream.ts'

/** A data service in this process that serves `/auth/v1` and `/rest/v1` on the page's own origin. */
interface MountedDataService {
  /** @param onWait called when the request starts and ends to wait for other requests of the same user */
  handle(req: IncomingMessage, res: ServerResponse, onWait: (waits: boolean) => void): void
}

/** The dependencies of all routes. The composition root builds them once; tests replace some of them. */
export interface Deps {
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
  repositories: {
    runs: RunsRepository
    access: AccessRepository
    alerts: AlertsRepository
    releases: ReleasesRepository
    rollouts: RolloutsRepository
    deployTokens: DeployTokensRepository
    admins: AdminsRepository
    factors: FactorsRepository
    codes: CodesRepository
    users: UsersRepository
    credits: CreditsRepository
    rights: RightsRepository
    contact: ContactRepository
    picks: PicksRepository
    parlays: ParlaysRepository
    forecasts: ForecastsRepository
    odds: OddsRepository
    operations: OperationsRepository
  }
  upstream: Upstream
  /** AI models for texts and images; all null when none is configured. */
  ai: Ai
  /** Reads uploaded images in separate processes. */
  extractor: Extractor
  bundles: BundleStore
  /** Checks the files of a deploy. */
  examine: Examine
  releases: ReleaseCatalogue
  fallbacks: Fallbacks
  tickets: Tickets
  overrides: Overrides
  previews: Previews
  loads: LoadReports
  mailbox: Mailbox | null
  dataService: MountedDataService | null
  /** State of the background jobs. Null when this instance runs none. @throws Error while they cannot run */
  jobs: { check(): Promise<void> } | null
  /** True from the first stop signal: `/ready` then fails, so that a load balancer sends no more requests. */
  isStopping(): boolean
}
