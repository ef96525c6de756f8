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
