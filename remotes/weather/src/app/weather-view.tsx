import type { GamesTodayResponse, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { ageText, clockText, countText, leagueDayText, zoneText } from '@propsight/shared/format'
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  Segmented,
  Select,
  Skeleton,
  useNow,
} from '@propsight/shared/ui'
import { QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { useId, useState, useSyncExternalStore } from 'react'
import { LEAGUES, SORTS_OF_OTHER_SPORT, SPORTS, type Sport } from '../config/sports.ts'
import { CardSkeleton, GameCard } from '../features/card/game-card.tsx'
import { TargetRatings } from '../features/help/target-ratings.tsx'
import { WeatherTable } from '../features/table/weather-table.tsx'
import { failureText } from '../state/format.ts'
import { type GameWeather, useGames, useGameWeather } from '../state/queries.ts'
import { sortByWeather, WEATHER_SORTS, type WeatherSort } from '../state/sort.ts'
import { loadSorts, saveSorts } from '../state/stored-sorts.ts'
import sectionStyles from './section.module.css'
import styles from './weather-view.module.css'

const OTHER: Record<Sport, Sport> = { baseball: 'football', football: 'baseball' }

/**
 * Returns all 13 options, in the same order for both sports. Options of the other sport are marked with its
 * league.
 */
const optionsOf = (sport: Sport) =>
  (Object.entries(WEATHER_SORTS) as [WeatherSort, string][]).map(([value, label]) => ({
    value,
    label: SORTS_OF_OTHER_SPORT[sport].includes(value) ? `${label} (${LEAGUES[OTHER[sport]]})` : label,
  }))

interface SportSectionProps {
  sport: Sport
  games: readonly GameWeather[]
  /** Whether the schedule of the sport could not be read. */
  missing: boolean
  view: 'cards' | 'table'
  sort: WeatherSort
  onSort(sort: WeatherSort): void
  /** Requests the failed weather of all games again. */
  onRetry(): void
}

/**
 * Shows the games of one sport in the chosen order. Games whose weather failed are omitted and counted (W2).
 */
function SportSection({ sport, games, missing, view, sort, onSort, onRetry }: SportSectionProps) {
  const headingId = useId()
  const league = LEAGUES[sport]
  const failed = games.filter(({ state }) => state === 'failed')
  const shown = games.filter(({ state }) => state !== 'failed')
  // Sort only after all games have loaded, so that cards do not move while loading.
  const complete = shown.every(({ state }) => state !== 'loading')
  const sorted = complete ? sortByWeather(shown, sort, ({ weather }) => weather) : shown
  return (
    <section aria-labelledby={headingId}>
      <div className={sectionStyles.bar}>
        <h3 id={headingId}>{league}</h3>
        <span className="u-dim">{missing ? 'schedule not known' : countText(games.length, 'game')}</span>
        <span className={sectionStyles.sort}>
          <Select label="Sort by" options={optionsOf(sport)} value={sort} onChange={onSort} />
        </span>
      </div>
      {missing && (
        <div className={sectionStyles.banner}>
          <Banner tone="mid" icon="warning" title={`The ${league} schedule could not be loaded.`}>
            It is retried every 30 seconds.
          </Banner>
        </div>
      )}
      {!missing && games.length === 0 && <p className={sectionStyles.none}>No {league} games today.</p>}
      {failed.length > 0 && (
        <div className={sectionStyles.banner}>
          <Banner
            tone="mid"
            icon="warning"
            title={`Weather for ${countText(failed.length, 'game')} could not be loaded: ${failed.map(({ game }) => game.homeTeam).join(', ')}.`}
            action={
              <Button variant="bare" onClick={onRetry}>
                Retry
              </Button>
            }
          >
            {failureText(failed[0]?.error)}
          </Banner>
        </div>
      )}
      {SORTS_OF_OTHER_SPORT[sport].includes(sort) && games.length > 0 && (
        <p className={sectionStyles.none}>{league} games have no such rating and keep their default order.</p>
      )}
      {view === 'table' ? (
        <WeatherTable sport={sport} games={sorted} />
      ) : (
        <ul className={sectionStyles.grid}>
          {sorted.map((each) => (
            <GameCard key={each.game.id} shown={each} />
          ))}
        </ul>
      )}
    </section>
  )
}

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
