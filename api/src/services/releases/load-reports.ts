import { type LoadsBody, scrubErrorText } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createSigner } from '../../platform/signer.ts'
import type { ReleasesRepository } from '../../repositories/releases.ts'
import type { FailureLimits, LoadRow, ServedRow } from '../../repositories/remotes.ts'
import type { ReleaseCatalogue } from './catalogue/catalogue.ts'
import type { ReleaseChoice } from './catalogue/choice.ts'
import type { Ticket, Tickets } from './tickets.ts'

const FLUSH_MS = 1_000
const MAX_BUFFERED = 2_000
/**
 * Maximum number of visitors remembered as written, so that a page that polls every minute causes one row
 * only.
 */
const MAX_REMEMBERED = 20_000
/** Maximum number of rows per network address and canary: new cookies must not be able to fill the table. */
const MAX_PER_SOURCE = 20

export interface ServedCanaries {
  /** Records in memory that a visitor was served a canary. Written within a second. */
  add(row: ServedRow & { generation: number }): void
  /** Writes the recorded rows. Never rejects: responses must not depend on these statistics. */
  flush(): Promise<void>
  /** Writes the recorded rows and stops. */
  close(): Promise<void>
}

/** Records which visitors were served which canary, and writes them in batches. */
export function createServedCanaries({
  repository,
  log,
}: {
  repository: Pick<ReleasesRepository, 'recordServed'>
  log: Logger
}): ServedCanaries {
  const visitors = new Set<string>()
  const perSource = new Map<string, number>()
  let buffered: ServedRow[] = []
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  const write = async () => {
    const rows = buffered.splice(0)
    if (rows.length === 0) return
    try {
      await repository.recordServed(rows)
    } catch (error) {
      log.warn(
        { err: error, rows: rows.length },
        'the visitors of a canary could not be stored; the write is retried',
      )
      buffered = [...rows, ...buffered].slice(0, MAX_BUFFERED)
    }
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    add({ generation, ...row }) {
      const canary = `${row.name}@${row.version}#${generation}`
      const visitor = `${canary}:${row.visitor}`
      const source = `${canary}:${row.source}`
      const ofSource = perSource.get(source) ?? 0
      if (visitors.has(visitor) || ofSource >= MAX_PER_SOURCE || buffered.length >= MAX_BUFFERED) return
      if (visitors.size >= MAX_REMEMBERED) {
        visitors.clear()
        perSource.clear()
      }
      visitors.add(visitor)
      perSource.set(source, ofSource + 1)
      buffered.push(row)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}

export interface LoadReports {
  /** Records that a visitor was served these canaries. */
  served(canaries: ReleaseChoice['canaries'], visitor: string, addressKey: string): void
  /**
   * Stores the load results of the remotes of one page that its ticket names. Halts canaries and rolls back
   * live releases that fail too often.
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
  limits: FailureLimits
  /** Secret of the server. Network addresses are stored as keyed hashes only. */
  secret: string
  log: Logger
  metrics: Pick<Metrics, 'remoteLoads'>
}

/** The loads of a report, without those of releases that its ticket does not name. */
function readRows(ticket: Ticket, { shell, loads }: LoadsBody, reporter: string): LoadRow[] {
  return loads.flatMap(({ name, version, outcome, kind, phase, detail, trace, ms, vitals }): LoadRow[] => {
    // Own properties only: a remote may be named `constructor`, which every object inherits.
    const servedVersions = Object.hasOwn(ticket.served, name) ? ticket.served[name] : undefined
    if (!servedVersions) return []
    const [generation, ...versions] = servedVersions
    if (!versions.includes(version)) return []
    const load = {
      name,
      version,
      generation,
      outcome,
      kind: kind ?? null,
      phase: phase ?? null,
      // Scrubbed again, because reports need no sign-in.
      detail: detail === undefined ? null : scrubErrorText(detail),
      trace: trace ?? null,
      reporter,
      ms,
      shell: shell ?? null,
      ...vitals,
    }
    return [{ ticket: ticket.id, visitor: ticket.visitor, ...load }]
  })
}

/** Stores the load reports of browsers. Halts failing canaries and rolls back failing live releases. */
export function createLoadReports(options: LoadReportsOptions): LoadReports {
  const { repository, releases, tickets, limits, log } = options
  const addresses = createSigner(options.secret, 'addresses 1')
  const served = createServedCanaries({ repository, log })
  const sourceOf = (addressKey: string) => `address:${addresses.sign(addressKey).slice(0, 22)}`
  const reporterOf = (ticket: Ticket, userId: string | null, addressKey: string) => {
    if (ticket.isPreview) return `preview:${ticket.visitor}`
    return userId === null ? sourceOf(addressKey) : `user:${userId}`
  }

  return {
    served(canaries, visitor, addressKey) {
      for (const canary of canaries) served.add({ ...canary, visitor, source: sourceOf(addressKey) })
    },
    async report(body, { userId, addressKey }) {
      const ticket = tickets.verify(body.ticket)
      if (!ticket) throw new HttpError(403, 'FORBIDDEN', 'This ticket is not good, or no longer')
      const reporter = reporterOf(ticket, userId, addressKey)
      const rows = readRows(ticket, body, reporter)
      if (rows.length === 0) return
      for (const { name, version, outcome, kind, phase, detail, trace, ms, cls } of rows) {
        // The load was counted when it was reported first.
        if (cls !== undefined) continue
        if (!ticket.isPreview) options.metrics.remoteLoads.inc({ remote: name, outcome })
        const failure = { remote: name, version, kind, phase, detail, trace, ms }
        if (outcome === 'failed') log.warn({ failedLoad: failure }, 'a remote failed in a browser')
      }
      // The decision to halt uses the number of visitors who were served the canary, so it must be up to
      // date.
      if (rows.some(({ outcome }) => outcome === 'failed')) await served.flush()
      const halted = await repository.recordLoads(rows, limits)
      if (halted.length === 0) return
      releases.invalidate()
      log.warn({ remotes: halted }, 'releases failed too often and were halted or rolled back')
    },
    close: served.close,
  }
}
