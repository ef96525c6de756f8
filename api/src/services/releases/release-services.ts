import { SCANNER_PATH } from '@propsight/shared/contracts'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { ReleasesRepository, RolloutsRepository } from '../../repositories/releases.ts'
import type { RemotesRepository } from '../../repositories/remotes.ts'
import { createAudienceAccounts } from './catalogue/audience.ts'
import { createReleaseCatalogue } from './catalogue/catalogue.ts'
import { createFallbacks } from './catalogue/fallbacks.ts'
import { createDamageFinder } from './catalogue/load-catalogue.ts'
import { createLoadReports, type LoadReportsOptions } from './load-reports.ts'
import { createPreviews } from './previews.ts'
import { createStaticPageWriter, type StaticPagePorts } from './static-page.ts'
import type { BundleStore } from './store/bundle-store.ts'
import { createAccountCookies, createOverrides, createTickets } from './tickets.ts'

type From = StaticPagePorts & {
  env: Pick<
    ApiEnv,
    'AUTO_ROLLBACK' | 'CANARY_MAX_FAILURE_RATE' | 'CANARY_MIN_FAILING' | 'ODDS' | 'SUPABASE_SECRET_KEY'
  >
  bundles: BundleStore
  metrics: LoadReportsOptions['metrics']
  releases: ReleasesRepository
  remotes: Pick<RemotesRepository, 'audienceFacts'>
  rollouts: Pick<RolloutsRepository, 'logQuarantine'>
}

/** Creates the services of releases: catalogue, fallbacks, tickets, overrides, previews and load reports. */
export function createReleaseServices(from: From) {
  const { env, log, metrics } = from
  const secret = env.SUPABASE_SECRET_KEY
  const releases = createReleaseCatalogue({
    repository: from.releases,
    bundles: from.bundles,
    bundleOrigin: env.BUNDLE_ORIGIN,
    hiddenPaths: new Set(env.ODDS ? [] : [SCANNER_PATH]),
    // With a bundle origin, the files that browsers get are not those of this store.
    findDamagedFile: env.BUNDLE_ORIGIN ? undefined : createDamageFinder(from.bundles),
    onDamage: ({ name, version, file }) =>
      from.rollouts
        .logQuarantine(name, version, `${file} is not the file that was released`)
        .catch((error: unknown) => log.warn({ err: error }, 'a quarantine is not in the audit log')),
    log,
    onRead: createStaticPageWriter(from),
  })
  const tickets = createTickets({ secret })
  const limits = {
    minFailing: env.CANARY_MIN_FAILING,
    maxRate: env.CANARY_MAX_FAILURE_RATE,
    rollBack: env.AUTO_ROLLBACK === 'on',
  }
  return {
    releases,
    fallbacks: createFallbacks({ repository: from.releases, bundleOrigin: env.BUNDLE_ORIGIN }),
    tickets,
    overrides: createOverrides({ secret }),
    accounts: createAudienceAccounts(from.remotes),
    accountCookies: createAccountCookies(secret),
    previews: createPreviews({ repository: from.releases, secret }),
    loads: createLoadReports({ repository: from.releases, releases, tickets, limits, secret, log, metrics }),
  }
}
