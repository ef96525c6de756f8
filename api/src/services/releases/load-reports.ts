import type { LoadsBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createSigner } from '../../platform/signer.ts'
import type { LoadRow, ReleasesRepository } from '../../repositories/releases.ts'
import type { ReleaseCatalogue } from './catalogue/catalogue.ts'
import type { Choice } from './catalogue/choice.ts'
import { createServedCanaries } from './load-reports-served.ts'
import type { Tickets } from './tickets.ts'

export interface LoadReports {
  /** Records that a visitor was served these canaries. */
  served(canaries: Choice['canaries'], visitor: string, addressKey: string): void
  /**
   * Stores the load results of the remotes of one page that its ticket names. Halts canaries that fail too
   * often.
   * @param from id of the signed-in user, or null, and the `addressKey` of the request
   * @throws HttpError 403 for an invalid ticket
   */
  report(body: LoadsBody, from: { userId: string | null; addressKey: string }): Promise<void>
  /** Writes the rows still in memory. */
  close(): Promise<void>
}

export interface LoadReportsOptions {
  repository: Pick<ReleasesRepository, 'recordServed' | 'recordLoads'>
  releases: Pick<ReleaseCatalogue, 'invalidate'>
  tickets: Pick<Tickets, 'verify'>
  limits: { minFailing: number; maxRate: number }
  /** Secret of the server. Network addresses are stored as keyed hashes only. */
  secret: string
  log: Logger
  metrics: Pick<Metrics, 'remoteLoads'>
}

/** Stores the load reports of browsers and halts failing canaries. */
export function createLoadReports(options: LoadReportsOptions): LoadReports {
  const { repository, releases, tickets, limits, log } = options
  const addresses = createSigner(options.secret, 'addresses 1')
  const served = createServedCanaries({ repository, log })
  const sourceOf = (addressKey: string) => `address:${addresses.sign(addressKey).slice(0, 22)}`

  return {
    served(canaries, visitor, addressKey) {
      for (const canary of canaries) served.add({ ...canary, visitor, source: sourceOf(addressKey) })
    },
    async report({ ticket: text, loads }, { userId, addressKey }) {
      const ticket = tickets.verify(text)
      if (!ticket) throw new HttpError(403, 'FORBIDDEN', 'This ticket is not good, or no longer')
      const reporter = userId === null ? sourceOf(addressKey) : `user:${userId}`
      const rows = loads.flatMap(({ name, version, outcome, kind, ms }): LoadRow[] => {
        // Own properties only: a remote may be named `constructor`, which every object inherits.
        const named = Object.hasOwn(ticket.served, name) ? ticket.served[name] : undefined
        if (!named) return []
        const [generation, ...versions] = named
        if (!versions.includes(version)) return []
        const told = { name, version, generation, outcome, kind: kind ?? null, reporter, ms }
        return [{ ticket: ticket.id, visitor: ticket.visitor, ...told }]
      })
      if (rows.length === 0) return
      for (const { name, outcome } of rows) options.metrics.remoteLoads.inc({ remote: name, outcome })
      // The decision to halt uses the number of visitors who were served the canary, so it must be up to
      // date.
      if (rows.some(({ outcome }) => outcome === 'failed')) await served.flush()
      const halted = await repository.recordLoads(rows, limits)
      if (halted.length === 0) return
      releases.invalidate()
      log.warn({ remotes: halted }, 'canaries failed too often and were halted')
    },
    close: served.close,
  }
}
