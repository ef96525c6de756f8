import type { ApiClient } from '@propsight/shared/contracts'
import type { PitcherStat } from '@propsight/shared/domain'
import { EmptyState, ErrorState } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { useDay } from '../features/day/use-day.ts'
import { useLines } from '../features/lines/use-lines.ts'
import { Sections } from '../features/sections/sections.tsx'
import { type PitcherRow, placesOf, rowsOf } from '../state/rows.ts'
import { Head } from './head.tsx'
import { Notices } from './notices.tsx'
import styles from './pitchers.module.css'
import { Status } from './status.tsx'

interface PitchersProps {
  api: ApiClient
  source: string
  date: string
  /** Cards instead of tables, for windows under 768 px. */
  cards: boolean
  /**
   * Whether the heading takes the focus, after the 'Desktop Only' overlay with the focused button was
   * removed.
   */
  takesFocus: boolean
}

/** A day's probable pitchers against the book's lines. */
export function Pitchers({ api, source, date, cards, takesFocus }: PitchersProps) {
  const { day, retry, again } = useDay(api, source, date)
  const lines = useLines(api, source, date)
  const known = lines.lines
  const strikeouts = useMemo(() => rowsOf(day, 'strikeouts', known.strikeouts), [day, known])
  const hitsAllowed = useMemo(() => rowsOf(day, 'hits-allowed', known['hits-allowed']), [day, known])
  const readAgain = () => {
    again()
    lines.again()
  }
  // After a failed attempt, missing pitchers get no placeholder rows: the notice lists them.
  const trying = day.failure === null || day.reading !== null
  const stateOf = (stat: PitcherStat, rows: PitcherRow[]) => {
    const places = placesOf(day, stat, known[stat], rows)
    // Until the lines are read, no pitcher can be ranked, and none can be shown as having no line.
    const unread = known[stat].map === null && known[stat].failure === null
    const filling = unread || (trying && (day.entries === null || places.some(({ row }) => row === null)))
    return { rows, places: filling && day.entries ? places : null, loading: filling }
  }
  const nothing = day.entries === null && !trying
  return (
    <div className="u-page">
      <Head date={date} count={day.entries?.length ?? null} takesFocus={takesFocus} />
      <Status day={day} onAgain={readAgain} />
      {!nothing && <Notices day={day} lines={known} onRetry={retry} onRetryLines={lines.again} />}
      {nothing && day.failure && (
        <ErrorState title={day.failure.title} requestId={day.failure.requestId} onRetry={retry}>
          {day.failure.detail ? `${day.failure.detail} ` : ''}It is tried again by itself.
        </ErrorState>
      )}
      {day.entries?.length === 0 && (
        <EmptyState icon="bars" title="No probable pitchers found.">
          Clubs name their starters a day or two ahead; on days without games there are none.
        </EmptyState>
      )}
      {!nothing && day.entries?.length !== 0 && (
        <div className={styles.sections}>
          <Sections
            date={date}
            cards={cards}
            known={day.entries !== null}
            strikeouts={stateOf('strikeouts', strikeouts)}
            hitsAllowed={stateOf('hits-allowed', hitsAllowed)}
          />
        </div>
      )}
    </div>
  )
}
