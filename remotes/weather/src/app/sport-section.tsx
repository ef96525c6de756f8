import { countText } from '@propsight/shared/format'
import { Banner, Button, Select } from '@propsight/shared/ui'
import { useId } from 'react'
import { LEAGUES, SORTS_OF_OTHER_SPORT, type Sport } from '../config/sports.ts'
import { GameCard } from '../features/card/game-card.tsx'
import { WeatherTable } from '../features/table/weather-table.tsx'
import { failureText } from '../state/format.ts'
import type { GameWeather } from '../state/queries.ts'
import { sortByWeather, WEATHER_SORTS, type WeatherSort } from '../state/sort.ts'
import styles from './section.module.css'

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
export function SportSection({ sport, games, missing, view, sort, onSort, onRetry }: SportSectionProps) {
  const headingId = useId()
  const league = LEAGUES[sport]
  const failed = games.filter(({ state }) => state === 'failed')
  const shown = games.filter(({ state }) => state !== 'failed')
  // Sort only after all games have loaded, so that cards do not move while loading.
  const complete = shown.every(({ state }) => state !== 'loading')
  const sorted = complete ? sortByWeather(shown, sort, ({ weather }) => weather) : shown
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.bar}>
        <h3 id={headingId}>{league}</h3>
        <span className="u-dim">{missing ? 'schedule not known' : countText(games.length, 'game')}</span>
        <span className={styles.sort}>
          <Select label="Sort by" options={optionsOf(sport)} value={sort} onChange={onSort} />
        </span>
      </div>
      {missing && (
        <div className={styles.banner}>
          <Banner tone="mid" icon="warning" title={`The ${league} schedule could not be loaded.`}>
            It is retried every 30 seconds.
          </Banner>
        </div>
      )}
      {!missing && games.length === 0 && <p className={styles.none}>No {league} games today.</p>}
      {failed.length > 0 && (
        <div className={styles.banner}>
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
        <p className={styles.none}>{league} games have no such rating and keep their default order.</p>
      )}
      {view === 'table' ? (
        <WeatherTable sport={sport} games={sorted} />
      ) : (
        <ul className={styles.grid}>
          {sorted.map((each) => (
            <GameCard key={each.game.id} shown={each} />
          ))}
        </ul>
      )}
    </section>
  )
}
