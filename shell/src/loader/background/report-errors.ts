import { isApiError } from '@propsight/shared/client'
import {
  type ClientError,
  type ClientErrorsBody,
  DEV_VERSION,
  MAX_ERROR_TEXT_CHARS,
  OVERRIDE_VERSION,
  PRICING_PATH,
  pathsOf,
  type Readable,
  type Registry,
  SCANNER_PATH,
  scrubErrorText,
} from '@propsight/shared/contracts'
import type { PageError } from '../../state/page-errors.ts'
import type { LoadRecord } from '../load-log.ts'
import { findAsset, releaseNamedIn } from '../release-records.ts'

/** Equals `MAX_ERROR_FRAMES` of the contract. */
const MAX_FRAMES = 12
/** Frames in bundle files, in the stack formats of all browsers. Ignores a query such as `?r=1`. */
const FRAME = /\/bundles\/([\w.-]+\/[\w.-]+\/[\w./~-]+\.js)(?:\?[^:\s)]*)?(:\d{1,7}:\d{1,7})/g
/**
 * Messages that are not errors of this product: a ResizeObserver loop, and errors in scripts of another
 * origin.
 */
const NOISE = /^(ResizeObserver loop|Script error)/

/** Stack frames in bundle files, newest call first. */
const stackFrames = (stack: string): string[] =>
  [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES).map(([, file, place]) => `${file}${place}`)

/** The declared path of the screen; '/' for any other path, which may contain user input. */
export function routePattern(registry: Registry | null, path: string): string {
  const normalized = path.toLowerCase().replace(/\/+$/, '') || '/'
  const declared = [
    SCANNER_PATH,
    PRICING_PATH,
    ...(registry?.remotes ?? []).flatMap(({ placement }) => pathsOf(placement)),
  ]
  return declared.includes(normalized) ? normalized : '/'
}

const remoteOf = (release: string | null): ClientError['remote'] => {
  const at = release?.indexOf('@') ?? -1
  return release && at > 0 ? { name: release.slice(0, at), version: release.slice(at + 1) } : undefined
}

const isSameRelease = (load: LoadRecord, remote: NonNullable<ClientError['remote']>): boolean =>
  load.name === remote.name && load.version === remote.version

type DescribedError = Pick<ClientError, 'name' | 'message' | 'frames' | 'remote' | 'requestId'>

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message
  return typeof thrown === 'string' ? thrown : typeof thrown
}

/**
 * Describes a thrown value for an error report: class, text without user input, and frames in our bundles.
 * Null for errors that do not come from this product: an aborted request, an error of a browser extension.
 * @param fromProduct true when the error certainly comes from this product, whatever its stack contains
 */
export function describeError(thrown: unknown, fromProduct: boolean): DescribedError | null {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : null
  if (thrown == null || (thrown instanceof Error && thrown.name === 'AbortError')) return null
  const text = textOf(thrown)
  if (NOISE.test(text)) return null
  const stack = (thrown instanceof Error && (cause?.stack ?? thrown.stack)) || ''
  const frames = stackFrames(stack)
  if (!fromProduct && frames.length === 0) return null
  const name = (cause ?? (thrown instanceof Error ? thrown : null))?.name ?? 'Thrown'
  const remote = remoteOf(releaseNamedIn(stack))
  const apiError = [thrown, cause].find(isApiError)
  const requestId = apiError?.requestId ?? null
  return {
    name: /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error',
    message: scrubErrorText(text).slice(0, MAX_ERROR_TEXT_CHARS),
    frames,
    ...(remote && { remote }),
    ...(requestId && { requestId }),
  }
}

/** Delay before a report is sent, ms. Errors often occur in groups and are sent together. */
const BATCH_MS = 1_000
/** Errors in one request. Equals `MAX_CLIENT_ERRORS` of the contract. */
const MAX_BATCH = 10
/** Different errors that one page reports. Later ones are dropped. */
const MAX_PER_PAGE = 30
const MAX_COUNT = 10_000
/** An error within this time after a failed request is reported with the id of the request, ms. */
const RELATED_MS = 5_000
const VALID_ID = /^[\w.-]{8,64}$/
/** Versions of remotes on a developer's machine, which are not releases. */
const NO_RELEASES: readonly string[] = [DEV_VERSION, OVERRIDE_VERSION]

export interface ErrorReportOptions {
  errors: Readable<readonly PageError[]>
  loads: Readable<readonly LoadRecord[]>
  registry(): Registry | null
  path(): string
  /** Subscribes to failed API requests. @returns unsubscribes */
  onFailedCall(onFailure: (requestId: string | null) => void): () => void
  /** Release of the shell. */
  shell: string
  address: string
}

interface ErrorRecord {
  error: Omit<ClientError, 'count'>
  unsent: number
  reported: boolean
}

/**
 * Reports the errors of this page to the API. Each error is sent once; the number of its repetitions is sent
 * when the page is hidden. Reports contain no user and no user input. Never throws and never blocks.
 * @returns stops reporting
 */
export function reportErrors(options: ErrorReportOptions): () => void {
  const { errors, loads, registry, path, onFailedCall, shell, address } = options
  const records = new Map<string, ErrorRecord>()
  const seen = new WeakSet<object>()
  let failedCall: { id: string; at: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let unloading = false

  const send = (last: boolean) => {
    clearTimeout(timer)
    timer = undefined
    const due = [...records.values()].filter(({ unsent, reported }) => unsent > 0 && (last || !reported))
    const batch = due.slice(0, MAX_BATCH)
    if (batch.length === 0) return
    const body: ClientErrorsBody = {
      shell,
      errors: batch.map(({ error, unsent }) => ({ ...error, count: Math.min(unsent, MAX_COUNT) })),
    }
    for (const entry of batch) Object.assign(entry, { unsent: 0, reported: true })
    const headers = { 'content-type': 'application/json' }
    // Reports are best effort: a failed request is ignored.
    fetch(address, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {})
    if (due.length > batch.length) timer = setTimeout(() => send(last), BATCH_MS)
  }

  const addError = (kind: ClientError['kind'], thrown: unknown, more: Partial<ClientError>) => {
    const described = describeError(thrown, kind === 'page' || kind === 'load' || kind === 'render')
    const remote = more.remote ?? described?.remote
    if (!described || (remote && NO_RELEASES.includes(remote.version))) return
    const related = failedCall && performance.now() - failedCall.at < RELATED_MS ? failedCall.id : undefined
    const requestId = described.requestId ?? related
    const trace = remote && loads.get().find((load) => isSameRelease(load, remote))?.trace
    const { requestId: _named, ...details } = described
    const error = {
      kind,
      route: routePattern(registry(), path()),
      ...details,
      ...(trace && { trace }),
      ...more,
      ...(requestId && VALID_ID.test(requestId) && { requestId }),
    }
    const key = [kind, error.name, error.message, error.frames[0], remote?.name, remote?.version].join('|')
    const before = records.get(key)
    if (!before && records.size >= MAX_PER_PAGE) return
    records.set(
      key,
      before ? { ...before, unsent: before.unsent + 1 } : { error, unsent: 1, reported: false },
    )
    timer ??= setTimeout(() => send(false), BATCH_MS)
  }

  /** What the page's policy refused. The address may contain user input, so only its origin or keyword is reported. */
  const onViolation = ({
    effectiveDirective,
    blockedURI,
    sourceFile,
    lineNumber,
    columnNumber,
  }: SecurityPolicyViolationEvent) => {
    const release = sourceFile ? findAsset(sourceFile)?.release : undefined
    if (!release) return
    const blocked = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI
    const violation = new Error(`${effectiveDirective} refused ${blocked}`)
    violation.name = 'PolicyViolation'
    violation.stack = `${sourceFile}:${lineNumber}:${columnNumber}`
    addError('policy', violation, {})
  }

  /** True at the first call for an entry. */
  const isNew = (entry: object): boolean => {
    if (seen.has(entry)) return false
    seen.add(entry)
    return true
  }
  const readLogs = () => {
    for (const entry of errors.get()) if (isNew(entry)) addError(entry.kind, entry.error, {})
    for (const load of loads.get()) {
      // Loads aborted by page unload or without a network are not failures of the release.
      if (load.state !== 'failed' || !isNew(load) || unloading || !navigator.onLine) continue
      const { name, version, kind: failure = 'entry', error } = load
      const kind = failure === 'render' ? 'render' : 'load'
      addError(kind, error ?? failure, { remote: { name, version }, failure, trace: load.trace })
    }
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send(true)
  }
  const onLeave = () => {
    unloading = true
  }
  const onBack = () => {
    unloading = false
  }

  const ends = [
    errors.subscribe(readLogs),
    loads.subscribe(readLogs),
    onFailedCall((id) => {
      if (id) failedCall = { id, at: performance.now() }
    }),
  ]
  document.addEventListener('visibilitychange', onHide)
  document.addEventListener('securitypolicyviolation', onViolation)
  addEventListener('pagehide', onLeave)
  addEventListener('pageshow', onBack)
  readLogs()
  return () => {
    for (const end of ends) end()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
    document.removeEventListener('securitypolicyviolation', onViolation)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onBack)
  }
}

/**
 * Logs errors of a remote's event handlers, timers and promises. React keeps the screen after such errors, so
 * they are not reported as failed loads: a failed click must not halt a canary. Errors that the boundary of a
 * remote catches are reported as failed loads, see `recordCrash`.
 * @returns stops logging
 */
export function logRemoteErrors(log: (...parts: unknown[]) => void): () => void {
  const logIfRemote = (error: unknown) => {
    const release = error instanceof Error && error.stack ? releaseNamedIn(error.stack) : null
    if (release) log(`an error of ${release} outside of its rendering`, error)
  }
  const onError = (event: ErrorEvent) => logIfRemote(event.error)
  const onRejection = (event: PromiseRejectionEvent) => logIfRemote(event.reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

/**
 * Logs every failed load with its trace id and the original error, whose stack the browser shows. Failures are also
 * reported to the API (`reportLoads`, `reportErrors`), because this log is silent without the debug flag (S12).
 * @returns stops logging
 */
export function logFailedLoads(
  log: (...parts: unknown[]) => void,
  loads: Readable<readonly LoadRecord[]>,
): () => void {
  const logged = new Set<string>()
  const logNew = () => {
    for (const { name, version, state, kind, trace, error } of loads.get()) {
      const id = `${trace} ${kind}`
      if (state !== 'failed' || logged.has(id)) continue
      logged.add(id)
      log(`${name}@${version} failed (${kind}, trace ${trace})`, error?.cause ?? error)
    }
  }
  logNew()
  return loads.subscribe(logNew)
}
