import type { GamesTodayResponse, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { ageText, clockText, countText, leagueDayText, zoneText } from '@propsight/shared/format'
import { Banner, EmptyState, ErrorState, Segmented, Skeleton, useNow } from '@propsight/shared/ui'
import { QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { SPORTS, type Sport } from '../config/sports.ts'
import { CardSkeleton } from '../features/card/game-card.tsx'
import { TargetRatings } from '../features/help/target-ratings.tsx'
import { failureText } from '../state/format.ts'
import { type GameWeather, useGames, useGameWeather } from '../state/queries.ts'
import type { WeatherSort } from '../state/sort.ts'
import { loadSorts, saveSorts } from '../state/stored-sorts.ts'
import sectionStyles from './section.module.css'
import { SportSection } from './sport-section.tsx'
import styles from './weather-view.module.css'

const requestIdOf = (error: Error | null): string | null =>
  error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null

/** Error box of the whole view: the error text, its cause and Retry (W1). */
export const Failed = ({ error, onRetry }: { error: Error | null; onRetry(): void }) => (
  <div className={styles.failed}>
    <ErrorState title="Failed to fetch weather data" onRetry={onRetry} requestId={requestIdOf(error)}>
      {failureText(error)} It is retried every 30 seconds.
    </ErrorState>
  </div>
)

/** Keys of the skeleton cards; six fill a screen. */
const CARDS = ['1', '2', '3', '4', '5', '6']

/** Skeleton of a section, shown until the games are loaded. */
export const Loading = () => (
  <div role="status" aria-label="Loading weather">
    <div className={sectionStyles.bar}>
      <Skeleton width={120} height={36} />
    </div>
    <ul className={sectionStyles.grid}>
      {CARDS.map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  </div>
)

interface StaleBannerProps {
  games: UseQueryResult<GamesTodayResponse>
  weathers: readonly GameWeather[]
}

/** Banner for stale data: names the part that could not be refreshed, and when it was read. */
function StaleBanner({ games, weathers }: StaleBannerProps) {
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
function Header({ games, weathers, view, onView }: HeaderProps) {
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

/** Attribution of the weather services, as their terms require. */
export function Sources({ weathers }: { weathers: readonly GameWeather[] }) {
  const sources = [...new Set(weathers.flatMap(({ weather }) => weather?.source ?? []))]
  if (sources.length === 0) return null
  return (
    <p className={styles.sources}>
      Forecast for the hour nearest to each start: {sources.join(', ')}. Times are those of the stadium.
    </p>
  )
}

/**
 * Root of the remote. Uses the shell's query client, so that cached responses remain when the overlay is
 * closed.
 */
export const Root = ({ shell }: RemoteProps) => (
  <QueryClientProvider client={shell.queryClient}>
    <WeatherView shell={shell} />
  </QueryClientProvider>
)

const gamesOf = (answer: GamesTodayResponse | undefined) =>
  SPORTS.flatMap((sport) => (answer?.games[sport] ?? []).map((game) => ({ sport, game })))

/** Returns whether all requested weather has failed. */
const allFailed = (weathers: readonly GameWeather[]): boolean => {
  const requested = weathers.filter(({ state }) => state !== 'elsewhere')
  return requested.length > 0 && requested.every(({ state }) => state === 'failed')
}

/** The weather overlay: weather at game time for today's games (W1). */
export function WeatherView({ shell }: { shell: ShellApi }) {
  const { kind } = useSyncExternalStore(shell.dataSource.subscribe, shell.dataSource.get)
  const games = useGames(shell)
  const todays = gamesOf(games.data)
  // Past seasons have no forecast: the server refuses weather requests for a replay.
  const isForecast = kind !== 'replay'
  const { weathers, retry } = useGameWeather(shell, isForecast ? todays : [])
  const [sorts, setSorts] = useState(loadSorts)
  const [view, setView] = useState<'cards' | 'table'>('cards')
  const sortBy = (sport: Sport, sort: WeatherSort) => {
    const next = { ...sorts, [sport]: sort }
    saveSorts(next)
    setSorts(next)
  }
  const head = <Header games={games.data} weathers={weathers} view={view} onView={setView} />
  if (!games.data) {
    return (
      <div className={styles.view}>
        {head}
        {games.error ? <Failed error={games.error} onRetry={() => void games.refetch()} /> : <Loading />}
      </div>
    )
  }
  if (allFailed(weathers)) {
    return (
      <div className={styles.view}>
        {head}
        <Failed error={weathers.find(({ error }) => error)?.error ?? null} onRetry={retry} />
      </div>
    )
  }
  const { missing } = games.data
  return (
    <div className={styles.view}>
      {head}
      <StaleBanner games={games} weathers={weathers} />
      {!isForecast && todays.length > 0 && (
        <EmptyState flat icon="cloud" title="No weather for a replayed season">
          Forecasts exist only for upcoming games, not for past seasons.
        </EmptyState>
      )}
      {todays.length === 0 && missing.length === 0 && (
        <EmptyState flat icon="cloud" title="No games today">
          Neither the MLB nor the NFL plays today. Weather is shown on the day of a game.
        </EmptyState>
      )}
      {(weathers.length > 0 || missing.length > 0) &&
        SPORTS.map((sport) => (
          <SportSection
            key={sport}
            sport={sport}
            games={weathers.filter((each) => each.sport === sport)}
            missing={missing.includes(sport)}
            view={view}
            sort={sorts[sport]}
            onSort={(sort) => sortBy(sport, sort)}
            onRetry={retry}
          />
        ))}
      <Sources weathers={weathers} />
    </div>
  )
}
