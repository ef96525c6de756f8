import { ShellProvider } from '@propsight/shared/client'
import type { RemoteProps } from '@propsight/shared/contracts'
import { useState } from 'react'
import { DesktopOnly, useNarrow } from '../features/desktop-only/desktop-only.tsx'
import { useToday } from '../state/use-today.ts'
import { Pitchers } from './pitchers.tsx'

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
