import type { DataSource, Readable } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'

const LOOK_EVERY_MS = 60_000

/**
 * The current day in US Eastern time (H1). A sample or replayed league has its own current day. A page that
 * stays open past midnight changes to the next day.
 */
export function useToday(dataSource: Readable<DataSource>): { source: DataSource['kind']; date: string } {
  const { kind, today } = useSyncExternalStore(dataSource.subscribe, dataSource.get)
  const [eastern, setEastern] = useState(() => easternDate(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setEastern(easternDate(new Date())), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return { source: kind, date: kind === 'live' ? eastern : today }
}
