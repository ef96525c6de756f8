import type { Services } from '../state/services.ts'
import { loadLog } from './load-log.ts'

/** The first view has the line to itself for so long at most. */
const LATEST_MS = 3_000
const AGAIN_MS = 10_000

/** Loads and starts what goes on after the first view: when a first remote is there or has failed, or a little later. */
export function startLater(services: Services): void {
  const start = () => {
    unsubscribe()
    clearTimeout(timer)
    import('./live/start-live.ts').then(
      ({ startLive }) => startLive(services),
      () => setTimeout(start, AGAIN_MS),
    )
  }
  const timer = setTimeout(start, LATEST_MS)
  const unsubscribe = loadLog.subscribe(() => {
    if (loadLog.get().some(({ state }) => state !== 'loading')) start()
  })
}
