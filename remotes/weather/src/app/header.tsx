import type { GamesTodayAnswer } from '@propsight/shared/contracts'
import { Segmented } from '@propsight/shared/ui'
import { TargetRatings } from '../features/help/target-ratings.tsx'
import { ageText, leagueDayText } from '../state/format.ts'
import { useNow } from '../state/use-now.ts'
import type { GameWeather } from '../state/queries.ts'
import styles from './weather-view.module.css'

const VIEWS = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const

interface HeadProps {
  games: GamesTodayAnswer | undefined
  weathers: readonly GameWeather[]
  view: 'cards' | 'table'
  onView(view: 'cards' | 'table'): void
}

/** Returns the read time of the oldest weather shown, ISO 8601, which is displayed as the age of the view. */
const oldest = (weathers: readonly GameWeather[]): string | null =>
  weathers.flatMap(({ weather }) => weather?.readAt ?? []).toSorted()[0] ?? null

/**
 * Top of the view: the day, the age of the weather, the view switch and the help. The title is the dialog's.
 */
export function Head({ games, weathers, view, onView }: HeadProps) {
  const now = useNow()
  const readAt = oldest(weathers)
  const age = readAt && ageText(readAt, Math.max(now, Date.parse(readAt)))
  const parts = ["Today's games", games && leagueDayText(games.date), age && `read ${age}`]
  return (
    <div className={styles.head}>
      <p className={styles.summary}>{parts.filter(Boolean).join(' · ')}</p>
      <div className={styles.actions}>
        <Segmented label="View" options={VIEWS} value={view} onChange={onView} />
        <TargetRatings />
      </div>
    </div>
  )
}
