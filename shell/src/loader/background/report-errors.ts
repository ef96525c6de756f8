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

/** Delay before a report is sent, ms. Errors often occur in groups and are sent together. */
const GATHER_MS = 1_000
/** Errors in one request. Equals `MAX_CLIENT_ERRORS` of the contract. */
const MOST_AT_ONCE = 10
/** Different errors that one page reports. Later ones are dropped. */
const MOST_OF_A_PAGE = 30
const MOST_TIMES = 10_000
/** An error within this time after a failed request is reported with the id of the request, ms. */
const RELATED_MS = 5_000
const SANE_ID = /^[\w.-]{8,64}$/
/** Versions of remotes on a developer's machine, which are no releases. */
const NO_RELEASES: readonly string[] = [DEV_VERSION, OVERRIDE_VERSION]

export interface ErrorReportOptions {
  errors: Readable<readonly PageError[]>
  loads: Readable<readonly LoadRecord[]>
  registry(): Registry | null
  path(): string
  /** Subscribes to failed API requests. @returns unsubscribes */
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
 * Reports the errors of this page to the API. Each error is sent once; the number of its repetitions is sent
 * when the page is hidden. Reports contain no user and no user input. Never throws and never blocks.
 * @returns stops reporting
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
    // Reports are best effort: a failed request is ignored.
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
      // Loads aborted by page unload or without a network are no failures of the release.
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
