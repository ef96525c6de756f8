import type { ApiClient } from '@propsight/shared/contracts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createDayLoader } from './day-loader.ts'

/**
 * The pitchers of a day, read while the component is mounted.
 * @returns the day; `retry` requests missing data at once, `again` reads everything again
 */
export function useDay(api: ApiClient, source: string, date: string) {
  const loader = useMemo(() => createDayLoader(api, source, date), [api, source, date])
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry runs the same loader again
  useEffect(() => {
    const leaving = new AbortController()
    void loader.run(leaving.signal)
    return () => leaving.abort()
  }, [loader, tries])
  const day = useSyncExternalStore(loader.day.subscribe, loader.day.get)
  const retry = () => setTries(tries + 1)
  const again = () => {
    loader.forget()
    retry()
  }
  return { day, retry, again }
}
