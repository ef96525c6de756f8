import { useEffect } from 'react'

/** Safari has no idle callback; there a pause after the first paint must do. */
const PAUSE_MS = 300

/** Runs once, when the browser has nothing else to do after the first paint. */
export function useIdle(run: () => void): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: 2_000 })
      return () => cancelIdleCallback(handle)
    }
    const timer = setTimeout(run, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [run])
}
