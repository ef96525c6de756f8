import type { DataSource, Readable } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'

const CHECK_INTERVAL_MS = 60_000
const DAY_MS = 86_400_000

/** Days that have begun in US Eastern time since the page was loaded, by the clock of the device. */
const daysSinceLoad = (): number =>
  (Date.parse(easternDate(new Date())) - Date.parse(easternDate(new Date(performance.timeOrigin)))) / DAY_MS

/**
 * The current day of the league (H1), US Eastern. The server names it when the page is loaded, so a wrong clock of
 * the device does not matter. A page that stays open past midnight changes to the next day; a replayed league has
 * one day.
 */
export function useToday(dataSource: Readable<DataSource>): { source: DataSource['kind']; date: string } {
  const { kind, today } = useSyncExternalStore(dataSource.subscribe, dataSource.get)
  const [days, setDays] = useState(daysSinceLoad)
  useEffect(() => {
    const timer = setInterval(() => setDays(daysSinceLoad()), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  const date = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
  return { source: kind, date: kind === 'replay' ? today : date }
}
