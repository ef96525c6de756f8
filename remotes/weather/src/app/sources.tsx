import type { GameWeather } from '../state/queries.ts'
import styles from './weather-view.module.css'

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
