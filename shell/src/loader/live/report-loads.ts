import { DEV_VERSION, type LoadsBody, OVERRIDE_VERSION, type Readable } from '@propsight/shared/contracts'
import type { LoadRecord } from '../load-log.ts'

type Load = LoadsBody['loads'][number]

/** Successes may wait for company. */
const GATHER_MS = 5_000
const MOST_AT_ONCE = 40
/** What a developer's own server serves is nobody's release. */
const NO_RELEASES: readonly string[] = [DEV_VERSION, OVERRIDE_VERSION]

export interface ReportOptions {
  log: Readable<readonly LoadRecord[]>
  /** The ticket that came with the newest registry. */
  ticket(): string | undefined
  address: string
  /** The access token as it is known now: when the page leaves there is no time to ask for it. */
  token(): string | null
}

/**
 * Tells the API how releases loaded: failures at once, successes gathered. What the boundary of a remote caught counts
 * as its failure; errors in its event handlers and promises do not (`noteStrayErrors`). Without a ticket it is silent;
 * it never throws and never keeps anything waiting.
 * @returns the function that ends it
 */
export function reportLoads({ log, ticket, address, token }: ReportOptions): () => void {
  const told = new Set<string>()
  /** By the ticket that was there when it loaded. */
  let gathered = new Map<string, Load[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaving = false

  /** Outlives the page, as a beacon would, which could not say who is signed in. */
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const bearer = token()
    const headers = {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    for (const [of, loads] of gathered) {
      const body: LoadsBody = { ticket: of, loads: loads.slice(0, MOST_AT_ONCE) }
      const init = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }
      // A report that does not arrive is one report less.
      fetch(address, init).catch(() => {})
    }
    gathered = new Map()
  }
  const note = (record: LoadRecord) => {
    const { name, version, state, kind, ms, at } = record
    const of = ticket()
    const id = `${name}@${version} ${state} ${at}`
    if (state === 'loading' || told.has(id)) return
    told.add(id)
    if (!of || NO_RELEASES.includes(version)) return
    // An aborted load and one without a network say nothing of the release.
    if (state === 'failed' && (leaving || !navigator.onLine)) return
    const outcome = state === 'loaded' ? 'ok' : 'failed'
    const others = (gathered.get(of) ?? []).filter((load) => load.name !== name || load.version !== version)
    gathered.set(of, [
      ...others,
      { name, version, outcome, ...(kind && { kind }), ms: Math.min(ms, 600_000) },
    ])
    if (outcome === 'failed') send()
    else timer ??= setTimeout(send, GATHER_MS)
  }
  const look = () => {
    for (const record of log.get()) note(record)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send()
  }
  const onLeave = () => {
    leaving = true
  }
  const onBack = () => {
    leaving = false
  }

  const unsubscribe = log.subscribe(look)
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', onLeave)
  addEventListener('pageshow', onBack)
  look()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onBack)
  }
}
