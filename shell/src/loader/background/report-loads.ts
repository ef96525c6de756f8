import {
  DEV_VERSION,
  type LoadsBody,
  MAX_LOAD_DETAIL_CHARS,
  OVERRIDE_VERSION,
  type Readable,
} from '@propsight/shared/contracts'
import type { LoadRecord } from '../load-log.ts'
import { phaseOf, type RemoteError } from '../remote-error.ts'
import { describeError } from './report-errors.ts'

type Load = LoadsBody['loads'][number]

/** Delay before successful loads are sent together, ms. */
const BATCH_MS = 5_000
/** The same in a preview, whose report the deploy command waits for: time for the errors of first effects. */
const PREVIEW_BATCH_MS = 1_000
const MAX_BATCH = 40
/** Versions of remotes on a developer's machine, which are not releases. */
const NO_RELEASES: readonly string[] = [DEV_VERSION, OVERRIDE_VERSION]

/** Class, text without user input, and first frame of the error behind a failed load. */
function describeFailure(error: RemoteError): string {
  const { name, message, frames } = describeError(error, true) ?? {
    name: 'Error',
    message: error.kind,
    frames: [],
  }
  return [`${name}: ${message}`, ...frames.slice(0, 1)].join(' at ').slice(0, MAX_LOAD_DETAIL_CHARS)
}

export interface ReportOptions {
  log: Readable<readonly LoadRecord[]>
  /** The ticket that names a release: of the newest registry, or of the list of further fallbacks. */
  ticket(release: Pick<LoadRecord, 'name' | 'version'>): string | undefined
  /** Whether a preview link chose a release. */
  isPreview(): boolean
  address: string
  /** The current access token, synchronously: during page unload there is no time to request one. */
  token(): string | null
}

/**
 * Reports the outcome of loads to the API: failures at once, successes in batches once they are shown. An error that
 * the boundary of a remote caught counts as a failure; errors in event handlers and promises do not
 * (`logRemoteErrors`). Sends nothing without a ticket. Never throws and never blocks.
 * @returns stops reporting
 */
export function reportLoads({ log, ticket, isPreview, address, token }: ReportOptions): () => void {
  const seenIds = new Set<string>()
  /** Loads to send, by the ticket at the time of the load. */
  let pendingLoads = new Map<string, Load[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let unloading = false

  /** `keepalive` lets the request outlive the page. `sendBeacon` could not send the authorization header. */
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const bearer = token()
    const headers = {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    for (const [pendingTicket, loads] of pendingLoads) {
      const body: LoadsBody = { ticket: pendingTicket, loads: loads.slice(0, MAX_BATCH) }
      const init = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }
      // Reports are best effort: a failed request is ignored.
      fetch(address, init).catch(() => {})
    }
    pendingLoads = new Map()
  }
  const addRecord = (record: LoadRecord) => {
    const { name, version, state, kind, trace, error, ms, at, isShown } = record
    if (state === 'loaded' && !isShown) return
    const currentTicket = ticket(record)
    const id = `${name}@${version} ${state} ${at}`
    if (state === 'loading' || seenIds.has(id)) return
    seenIds.add(id)
    if (!currentTicket || NO_RELEASES.includes(version)) return
    // Loads aborted by page unload or without a network are not failures of the release.
    if (state === 'failed' && (unloading || !navigator.onLine)) return
    const outcome = state === 'loaded' ? 'ok' : 'failed'
    const others = (pendingLoads.get(currentTicket) ?? []).filter(
      (load) => load.name !== name || load.version !== version,
    )
    pendingLoads.set(currentTicket, [
      ...others,
      {
        name,
        version,
        outcome,
        trace,
        ...(kind && { kind, phase: phaseOf(kind) }),
        ...(error && { detail: describeFailure(error) }),
        ms: Math.min(ms, 600_000),
      },
    ])
    if (outcome === 'failed') send()
    else timer ??= setTimeout(send, isPreview() ? PREVIEW_BATCH_MS : BATCH_MS)
  }
  const readLog = () => {
    for (const record of log.get()) addRecord(record)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send()
  }
  const onLeave = () => {
    unloading = true
  }
  const onBack = () => {
    unloading = false
  }

  const unsubscribe = log.subscribe(readLog)
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', onLeave)
  addEventListener('pageshow', onBack)
  readLog()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onBack)
  }
}
