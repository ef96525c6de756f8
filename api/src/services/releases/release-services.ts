import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import { createReleaseCatalogue } from './catalogue/catalogue.ts'
import { createLoadReports } from './load-reports.ts'
import { createOverrides } from './override.ts'
import { createStaticPageWriter } from './static-page.ts'
import { createTickets } from './tickets.ts'

type From = Pick<Deps, 'env' | 'version' | 'mailbox' | 'dataSource' | 'bundles' | 'metrics'> & {
  releases: Deps['repositories']['releases']
  log: Logger
}

/** Creates the services of releases: catalogue, tickets, overrides and load reports. */
export function createReleaseServices(
  from: From,
): Pick<Deps, 'releases' | 'tickets' | 'overrides' | 'loads'> {
  const { env, log, metrics } = from
  const secret = env.SUPABASE_SECRET_KEY
  const releases = createReleaseCatalogue({
    repository: from.releases,
    bundles: from.bundles,
    bundleOrigin: env.BUNDLE_ORIGIN,
    log,
    onRead: createStaticPageWriter(from),
  })
  const tickets = createTickets({ secret })
  const limits = { minFailing: env.CANARY_MIN_FAILING, maxRate: env.CANARY_MAX_FAILURE_RATE }
  return {
    releases,
    tickets,
    overrides: createOverrides({ secret }),
    loads: createLoadReports({ repository: from.releases, releases, tickets, limits, secret, log, metrics }),
  }
}
