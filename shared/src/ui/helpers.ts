import { useEffect, useState } from 'react'

const STEP: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: 1,
  End: -1,
}

/** Returns the index from which a key searches: outside of the row for Home and End. */
function searchStart(key: string, current: number, count: number): number {
  if (key === 'Home') return -1
  return key === 'End' ? count : current
}

/**
 * Returns the option that a key moves to in a row of options. Wraps around at the ends and skips disabled
 * options.
 * @returns the index, or null if the key does not move or all options are disabled
 */
export function nextEnabled(key: string, current: number, disabled: readonly boolean[]): number | null {
  const count = disabled.length
  const step = STEP[key] ?? 0
  if (step === 0 || count === 0) return null
  const start = searchStart(key, current, count)
  for (let tries = 1; tries <= count; tries++) {
    const index = (((start + step * tries) % count) + count) % count
    if (!disabled[index]) return index
  }
  return null
}

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

const TICK_MS = 30_000

/** The current time in epoch milliseconds, updated every half minute and when the browser shows the page again. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const update = () => setNow(Date.now())
    const timer = setInterval(update, TICK_MS)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}

/** Joins class names and skips falsy values: `cx('a', open && 'b')`. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
