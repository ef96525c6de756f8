import {
  DEV_VERSION,
  type LoadsBody,
  MAX_LOAD_DETAIL_CHARS,
  OVERRIDE_VERSION,
  type Readable,
  type Vitals,
} from '@propsight/shared/contracts'
import type { LoadRecord } from '../load-log.ts'
import { latestMounted } from '../release-records.ts'
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

const MAX_MS = 600_000
/** A group of layout shifts ends after a second without one, and after five seconds. */
const SHIFT_GAP_MS = 1_000
const MAX_SHIFTS_MS = 5_000

interface Measured {
  lcpMs?: number
  inpMs?: number
  cls: number
  shifts: { sum: number; begun: number; last: number }
  isTaken: boolean
}

const toMs = (ms: number) => Math.min(Math.round(ms), MAX_MS)

/**
 * Measures the web vitals of the screens of this page, each for the release that was mounted last at that time. Nothing
 * is measured where the browser does not report the entries.
 */
function measureVitals() {
  const screens = new Map<string, Measured>()
  const observers: PerformanceObserver[] = []
  const screenOf = () => {
    const release = latestMounted()
    if (release === undefined) return null
    const known = screens.get(release) ?? { cls: 0, shifts: { sum: 0, begun: 0, last: 0 }, isTaken: false }
    screens.set(release, known)
    known.isTaken = false
    return known
  }
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void, more = {}) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(onEntry))
    observer.observe({ type, buffered: true, ...more })
    observers.push(observer)
  }
  observe('largest-contentful-paint', ({ startTime }) => {
    const screen = screenOf()
    if (screen) screen.lcpMs = toMs(startTime)
  })
  observe(
    'event',
    (entry) => {
      if (!Reflect.get(entry, 'interactionId')) return
      const screen = screenOf()
      if (screen) screen.inpMs = Math.max(screen.inpMs ?? 0, toMs(entry.duration))
    },
    { durationThreshold: 40 },
  )
  observe('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput')) return
    const screen = screenOf()
    if (!screen) return
    const { startTime } = entry
    const { sum, begun, last } = screen.shifts
    const isSame = startTime - last < SHIFT_GAP_MS && startTime - begun < MAX_SHIFTS_MS
    const value = Number(Reflect.get(entry, 'value')) + (isSame ? sum : 0)
    screen.shifts = { sum: value, begun: isSame ? begun : startTime, last: startTime }
    screen.cls = Math.max(screen.cls, value)
  })
  return {
    /** The web vitals that changed since the last call, by release. */
    take(): [string, Vitals][] {
      // A screen without an entry has had no layout shift.
      if (!screens.has(latestMounted() ?? '')) screenOf()
      return [...screens].flatMap(([release, screen]) => {
        if (screen.isTaken) return []
        screen.isTaken = true
        const { shifts: _, isTaken: __, cls, ...times } = screen
        return [[release, { ...times, cls: Math.min(Math.round(cls * 10_000) / 10_000, 100) }]]
      })
    },
    end: () => {
      for (const observer of observers) observer.disconnect()
    },
  }
}

export interface ReportOptions {
  log: Readable<readonly LoadRecord[]>
  /** The ticket that names a release: of the newest registry, or of the list of further fallbacks. */
  ticket(release: Pick<LoadRecord, 'name' | 'version'>): string | undefined
  /** Whether a preview link chose a release. */
  isPreview(): boolean
  /** Release of the shell. */
  shell: string
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
export function reportLoads({ log, ticket, isPreview, shell, address, token }: ReportOptions): () => void {
  const measured = measureVitals()
  /** The reported successes by release, to which web vitals are added. */
  const reported = new Map<string, { ticket: string; load: Load }>()
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
      const body: LoadsBody = {
        ticket: pendingTicket,
        ...(!NO_RELEASES.includes(shell) && { shell }),
        loads: loads.slice(0, MAX_BATCH),
      }
      const init = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }
      // Reports are best effort: a failed request is ignored.
      fetch(address, init).catch(() => {})
    }
    pendingLoads = new Map()
  }
  const addLoad = (currentTicket: string, load: Load) => {
    const others = (pendingLoads.get(currentTicket) ?? []).filter(
      ({ name, version }) => load.name !== name || load.version !== version,
    )
    pendingLoads.set(currentTicket, [...others, load])
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
    const load: Load = {
      name,
      version,
      outcome,
      trace,
      ...(kind && { kind, phase: phaseOf(kind) }),
      ...(error && { detail: describeFailure(error) }),
      ms: Math.min(ms, MAX_MS),
    }
    addLoad(currentTicket, load)
    if (outcome === 'ok') reported.set(`${name}@${version}`, { ticket: currentTicket, load })
    if (outcome === 'failed') send()
    else timer ??= setTimeout(send, isPreview() ? PREVIEW_BATCH_MS : BATCH_MS)
  }
  const readLog = () => {
    for (const record of log.get()) addRecord(record)
  }
  const onHide = () => {
    if (document.visibilityState !== 'hidden') return
    // The first report must arrive first: a report with web vitals counts as an addition to it.
    send()
    for (const [release, vitals] of measured.take()) {
      const known = reported.get(release)
      if (known) addLoad(known.ticket, { ...known.load, vitals })
    }
    send()
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
    measured.end()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onBack)
  }
}
