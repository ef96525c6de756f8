import type { Readable } from '@propsight/shared/contracts'
import type { LoadRecord } from '../load-log.ts'
import { releaseNamedIn } from '../release-records.ts'

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
