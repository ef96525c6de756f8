import { releaseNamedIn } from '../release-assets.ts'

/**
 * Notes errors of a remote's event handlers, timers and promises. They break nothing: React keeps what is on the
 * screen. So they are told to the log alone, and never to the API: a click that fails is no failed load, and must not
 * halt a canary. What the boundary of a remote catches does count, see `noteCrash`.
 * @returns the function that ends it
 */
export function noteStrayErrors(log: (...parts: unknown[]) => void): () => void {
  const note = (error: unknown) => {
    const release = error instanceof Error && error.stack ? releaseNamedIn(error.stack) : null
    if (release) log(`an error of ${release} outside of its rendering`, error)
  }
  const onError = (event: ErrorEvent) => note(event.error)
  const onRejection = (event: PromiseRejectionEvent) => note(event.reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}
