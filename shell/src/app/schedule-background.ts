import { loadLog } from '../loader/load-log.ts'
import type { Services } from '../state/services.ts'

/** Longest delay of the background work, ms. Until then the first view has the network to itself. */
const MAX_DELAY_MS = 3_000
const RETRY_MS = 10_000

/**
 * Loads and starts the background work (`startBackground`) after the first remote has loaded or failed, or after a
 * delay.
 */
export function scheduleBackground(services: Services): void {
  const start = () => {
    unsubscribe()
    clearTimeout(timer)
    import('./start-background.ts').then(
      ({ startBackground }) => startBackground(services),
      () => setTimeout(start, RETRY_MS),
    )
  }
  const timer = setTimeout(start, MAX_DELAY_MS)
  const unsubscribe = loadLog.subscribe(() => {
    if (loadLog.get().some(({ state }) => state !== 'loading')) start()
  })
}
