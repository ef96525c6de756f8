import type { DataSource, Readable, RemoteProps } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { DesktopOnly, useNarrow } from '../features/desktop-only/desktop-only.tsx'
import { ShellProvider } from '../state/shell.tsx'
import { Pitchers } from './pitchers.tsx'

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

/** Root of the remote: the same page under both of its paths, signed in or not (S1, H1). */
export function Root({ shell }: RemoteProps) {
  const { source, date } = useToday(shell.dataSource)
  const narrow = useNarrow()
  const [wantsCards, setWantsCards] = useState(false)
  // No data is requested while the overlay is shown: the user may never open the page below it.
  if (narrow && !wantsCards) {
    return <DesktopOnly onShowCards={() => setWantsCards(true)} onLeave={() => shell.navigate('/')} />
  }
  return (
    <ShellProvider shell={shell}>
      <Pitchers
        key={`${source}:${date}`}
        api={shell.api}
        source={source}
        date={date}
        cards={narrow}
        takesFocus={wantsCards}
      />
    </ShellProvider>
  )
}
