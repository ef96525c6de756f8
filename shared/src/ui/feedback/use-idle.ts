import { useEffect } from 'react'

/** Delay in milliseconds for Safari, which has no `requestIdleCallback`. */
const PAUSE_MS = 300

/** Runs a callback when the browser is idle after the first paint. */
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
