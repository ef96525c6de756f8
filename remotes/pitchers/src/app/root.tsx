import type { DataSource, Readable, RemoteProps } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { DesktopOnly, useNarrow } from '../features/desktop-only/desktop-only.tsx'
import { ShellProvider } from '../state/shell.tsx'
import { Pitchers } from './pitchers.tsx'

const CHECK_INTERVAL_MS = 60_000

/**
 * The current day in US Eastern time (H1). A sample or replayed league has its own current day. A page that
 * stays open past midnight changes to the next day.
 */
export function useToday(dataSource: Readable<DataSource>): { source: DataSource['kind']; date: string } {
  const { kind, today } = useSyncExternalStore(dataSource.subscribe, dataSource.get)
  const [eastern, setEastern] = useState(() => easternDate(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setEastern(easternDate(new Date())), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return { source: kind, date: kind === 'live' ? eastern : today }
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
