import type { Services } from '../state/services.ts'
import { loadLog } from '../loader/load-log.ts'

/** Longest delay of the background work, ms. Until then the first view has the network to itself. */
const LATEST_MS = 3_000
const AGAIN_MS = 10_000

/**
 * Loads and starts the background work (`startLive`) after the first remote has loaded or failed, or after a
 * delay.
 */
export function startLater(services: Services): void {
  const start = () => {
    unsubscribe()
    clearTimeout(timer)
    import('./start-background.ts').then(
      ({ startLive }) => startLive(services),
      () => setTimeout(start, AGAIN_MS),
    )
  }
  const timer = setTimeout(start, LATEST_MS)
  const unsubscribe = loadLog.subscribe(() => {
    if (loadLog.get().some(({ state }) => state !== 'loading')) start()
  })
}
