import type { GamesTodayResponse } from '@propsight/shared/contracts'
import { ageText, clockText, countText, leagueDayText, zoneText } from '@propsight/shared/format'
import { Banner, Segmented, useNow } from '@propsight/shared/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { TargetRatings } from '../features/help/target-ratings.tsx'
import type { GameWeather } from '../state/queries.ts'
import styles from './weather-view.module.css'

interface StaleBannerProps {
  games: UseQueryResult<GamesTodayResponse>
  weathers: readonly GameWeather[]
}

/** Banner for stale data: names the part that could not be refreshed, and when it was read. */
export function StaleBanner({ games, weathers }: StaleBannerProps) {
  const staleReadTimes = weathers.flatMap(({ weather }) => (weather?.stale ? weather.readAt : [])).toSorted()
  const oldGames = games.data && (games.data.stale || games.isError) ? games.data.readAt : null
  const [oldest] = staleReadTimes
  if (!oldest && !oldGames) return null
  return (
    <Banner tone="mid" icon="offline" title="This data may be out of date.">
      {oldGames && `The schedules are from ${clockText(oldGames)}. `}
      {oldest && `Weather of ${countText(staleReadTimes.length, 'game')} is from ${clockText(oldest)}. `}
      It is retried every 30 seconds.
    </Banner>
  )
}

const VIEWS = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const

interface HeaderProps {
  games: GamesTodayResponse | undefined
  weathers: readonly GameWeather[]
  view: 'cards' | 'table'
  onView(view: 'cards' | 'table'): void
}

/** Returns the read time of the oldest weather shown, ISO 8601, which is displayed as the age of the view. */
const oldestReadAt = (weathers: readonly GameWeather[]): string | null =>
  weathers.flatMap(({ weather }) => weather?.readAt ?? []).toSorted()[0] ?? null

/**
 * Top of the view: the day, the age of the weather, the zone of the times, the view switch and the help. The title is the dialog's.
 */
export function Header({ games, weathers, view, onView }: HeaderProps) {
  const now = useNow()
  const readAt = oldestReadAt(weathers)
  const age = readAt && ageText(readAt, Math.max(now, Date.parse(readAt)))
  const starts = games && [...games.games.baseball, ...games.games.football].map(({ gameTime }) => gameTime)
  const zone = starts?.length && `times in ${zoneText(starts)}`
  const parts = ["Today's games", games && leagueDayText(games.date), age && `read ${age}`, zone]
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
