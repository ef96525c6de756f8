import type { RemoteProps } from '@propsight/shared/contracts'
import { DesktopOnly } from '../features/desktop-only/desktop-only.tsx'
import { useNarrow } from '../features/desktop-only/use-narrow.ts'
import { Pitchers } from './pitchers.tsx'
import { useToday } from './use-today.ts'

/** The remote's root: the same page under both of its paths, signed in or not (specification 2 §2). */
export function Root({ shell }: RemoteProps) {
  const { source, date } = useToday(shell.dataSource)
  const narrow = useNarrow()
  // Behind the overlay nothing is read: who cannot see the tables should not wait for them.
  if (narrow) return <DesktopOnly onLeave={() => shell.navigate('/')} />
  return <Pitchers key={`${source}:${date}`} api={shell.api} source={source} date={date} />
}
