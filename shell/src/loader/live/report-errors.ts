import {
  type ClientError,
  type ClientErrorsBody,
  DEV_VERSION,
  OVERRIDE_VERSION,
  type Readable,
  type Registry,
} from '@propsight/shared/contracts'
import type { PageError } from '../../state/page-errors.ts'
import type { LoadRecord } from '../load-log.ts'
import { describeError, routePattern } from './describe-error.ts'

/** One failure is often followed by more: they go together. */
const GATHER_MS = 1_000
/** As `MAX_CLIENT_ERRORS` of the contract. */
const MOST_AT_ONCE = 10
/** Different errors of one page that are told; a page that fails without end is told of by its first ones. */
const MOST_OF_A_PAGE = 30
const MOST_TIMES = 10_000
/** A call that failed this shortly before an error is named with it. */
const RELATED_MS = 5_000
const SANE_ID = /^[\w.-]{8,64}$/
/** What a developer's own server serves is nobody's release. */
const NO_RELEASES: readonly string[] = [DEV_VERSION, OVERRIDE_VERSION]

export interface ErrorReportOptions {
  errors: Readable<readonly PageError[]>
  loads: Readable<readonly LoadRecord[]>
  registry(): Registry | null
  path(): string
  /** Told of each call to the API that failed. @returns what ends it */
  onFailedCall(tell: (requestId: string | null) => void): () => void
  /** Release of the shell. */
  shell: string
  address: string
}

interface Noted {
  error: Omit<ClientError, 'count'>
  untold: number
  told: boolean
}

/**
 * Tells the API what went wrong on this page: each error once, how often with the page's end, without the person and
 * without what was typed. It never throws and keeps nothing waiting.
 * @returns the function that ends it
 */
export function reportErrors(options: ErrorReportOptions): () => void {
  const { errors, loads, registry, path, onFailedCall, shell, address } = options
  const noted = new Map<string, Noted>()
  const seen = new WeakSet<object>()
  let failedCall: { id: string; at: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaving = false

  const send = (last: boolean) => {
    clearTimeout(timer)
    timer = undefined
    const due = [...noted.values()].filter(({ untold, told }) => untold > 0 && (last || !told))
    const now = due.slice(0, MOST_AT_ONCE)
    if (now.length === 0) return
    const body: ClientErrorsBody = {
      shell,
      errors: now.map(({ error, untold }) => ({ ...error, count: Math.min(untold, MOST_TIMES) })),
    }
    for (const entry of now) Object.assign(entry, { untold: 0, told: true })
    const headers = { 'content-type': 'application/json' }
    // A report that does not arrive is one report less.
    fetch(address, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {})
    if (due.length > now.length) timer = setTimeout(() => send(last), GATHER_MS)
  }

  const note = (kind: ClientError['kind'], thrown: unknown, more: Partial<ClientError>) => {
    const described = describeError(thrown, kind === 'page' || kind === 'load' || kind === 'render')
    const remote = more.remote ?? described?.remote
    if (!described || (remote && NO_RELEASES.includes(remote.version))) return
    const related = failedCall && performance.now() - failedCall.at < RELATED_MS ? failedCall.id : undefined
    const requestId = described.requestId ?? related
    const { requestId: _named, ...told } = described
    const error = {
      ...{ kind, route: routePattern(registry(), path()), ...told, ...more },
      ...(requestId && SANE_ID.test(requestId) && { requestId }),
    }
    const key = [kind, error.name, error.message, error.frames[0], remote?.name, remote?.version].join('|')
    const before = noted.get(key)
    if (!before && noted.size >= MOST_OF_A_PAGE) return
    noted.set(key, before ? { ...before, untold: before.untold + 1 } : { error, untold: 1, told: false })
    timer ??= setTimeout(() => send(false), GATHER_MS)
  }

  const isNew = (one: object) => !seen.has(one) && Boolean(seen.add(one))
  const look = () => {
    for (const one of errors.get()) if (isNew(one)) note(one.kind, one.error, {})
    for (const one of loads.get()) {
      // An aborted load and one without a network say nothing of the release.
      if (one.state !== 'failed' || !isNew(one) || leaving || !navigator.onLine) continue
      const { name, version, kind: failure = 'entry', error } = one
      const kind = failure === 'render' ? 'render' : 'load'
      note(kind, error ?? failure, { remote: { name, version }, failure })
    }
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send(true)
  }
  const onLeave = () => {
    leaving = true
  }
  const onBack = () => {
    leaving = false
  }

  const ends = [
    errors.subscribe(look),
    loads.subscribe(look),
    onFailedCall((id) => {
      if (id) failedCall = { id, at: performance.now() }
    }),
  ]
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', onLeave)
  addEventListener('pageshow', onBack)
  look()
  return () => {
    for (const end of ends) end()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onBack)
  }
}
