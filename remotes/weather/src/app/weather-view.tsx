import type { GamesTodayAnswer, ShellApi } from '@propsight/shared/contracts'
import { EmptyState } from '@propsight/shared/ui'
import { useState, useSyncExternalStore } from 'react'
import { SPORTS, type Sport } from '../config/sports.ts'
import type { WeatherSort } from '../state/sort.ts'
import { keepSorts, loadSorts } from '../state/stored-sorts.ts'
import { useGames } from '../state/use-games.ts'
import { type GameWeather, useWeathers } from '../state/queries.ts'
import { Failed } from './failed.tsx'
import { Head } from './header.tsx'
import { Loading } from './loading.tsx'
import { OldBanner } from './stale-banner.tsx'
import { Sources } from './sources.tsx'
import { SportSection } from './sport-section.tsx'
import styles from './weather-view.module.css'

const gamesOf = (answer: GamesTodayAnswer | undefined) =>
  SPORTS.flatMap((sport) => (answer?.games[sport] ?? []).map((game) => ({ sport, game })))

/** Returns whether all requested weather has failed. */
const allFailed = (weathers: readonly GameWeather[]): boolean => {
  const asked = weathers.filter(({ state }) => state !== 'elsewhere')
  return asked.length > 0 && asked.every(({ state }) => state === 'failed')
}

/** The weather overlay: weather at game time for today's games (W1). */
export function WeatherView({ shell }: { shell: ShellApi }) {
  const { kind } = useSyncExternalStore(shell.dataSource.subscribe, shell.dataSource.get)
  const games = useGames(shell)
  const todays = gamesOf(games.data)
  // Past seasons have no forecast: the server refuses weather requests for a replay.
  const isForecast = kind !== 'replay'
  const weathers = useWeathers(shell, isForecast ? todays : [])
  const [sorts, setSorts] = useState(loadSorts)
  const [view, setView] = useState<'cards' | 'table'>('cards')
  const sortBy = (sport: Sport, sort: WeatherSort) => {
    const next = { ...sorts, [sport]: sort }
    keepSorts(next)
    setSorts(next)
  }
  const head = <Head games={games.data} weathers={weathers} view={view} onView={setView} />
  if (!games.data) {
    return (
      <div className={styles.view}>
        {head}
        {games.error ? <Failed error={games.error} onRetry={() => void games.refetch()} /> : <Loading />}
      </div>
    )
  }
  if (allFailed(weathers)) {
    const retry = () => {
      for (const each of weathers) each.retry()
    }
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
      <OldBanner games={games} weathers={weathers} />
      {!isForecast && todays.length > 0 && (
        <EmptyState flat icon="cloud" title="No weather for a replayed season">
          Forecasts are for games to come. Those of a season that is over are not known.
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
          />
        ))}
      <Sources weathers={weathers} />
    </div>
  )
}
