import {
  describeWind,
  formatFigure,
  isRainy,
  temperatureTone,
  windTone,
} from '@propsight/shared/domain/weather'
import { cx } from '@propsight/shared/ui'
import { describeRating, LEAGUES, RATINGS_OF_SPORT, type Sport } from '../../config/sports.ts'
import type { GameWeather } from '../../state/queries.ts'
import styles from './weather-table.module.css'

const figureText = (value: number | null, gradeOf: (value: number) => unknown, unit: string): string =>
  value === null ? '—' : `${formatFigure(value, gradeOf)}${unit}`

function windText({ sport, weather }: GameWeather): string {
  if (!weather || weather.windSpeed === null) return '—'
  const { windSpeed, windDirection, windDegrees, fieldBearing } = weather
  const words = describeWind(sport, fieldBearing, windDegrees, windSpeed)
  return [`${formatFigure(windSpeed, windTone)} mph ${windDirection ?? ''}`.trim(), words]
    .filter(Boolean)
    .join(', ')
}

/** Shows the values of the cards as a table, in the same order. */
export function WeatherTable({ sport, games }: { sport: Sport; games: readonly GameWeather[] }) {
  if (games.length === 0) return null
  const columns = [['overallConditions', 'Overall'], ...RATINGS_OF_SPORT[sport]] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroll} aria-label={`${LEAGUES[sport]} table`} tabIndex={0}>
      <table className="u-table">
        <thead>
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Local time</th>
            {columns.map(([field, label]) => (
              <th key={field} scope="col" className="u-num">
                {label}
              </th>
            ))}
            <th scope="col" className="u-num">
              Temp.
            </th>
            <th scope="col">Wind</th>
            <th scope="col" className="u-num">
              Rain
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((each) => (
            <tr key={each.game.id}>
              <th scope="row" className="u-nowrap">
                {each.game.awayTeam} @ {each.game.homeTeam}
              </th>
              <td className="u-nowrap">
                {each.game.timeTbd ? 'TBD' : (each.weather?.convertedGameTime ?? '—')}
              </td>
              {columns.map(([field]) => {
                const conditions = each.weather?.[field]
                return (
                  <td
                    key={field}
                    className={cx('u-num u-nowrap', conditions && `u-${describeRating(conditions).tone}`)}
                  >
                    {conditions ? `${conditions.score} ${describeRating(conditions).word}` : '—'}
                  </td>
                )
              })}
              <td className="u-num">
                {figureText(each.weather?.temperature ?? null, temperatureTone, ' °F')}
              </td>
              <td className="u-nowrap">{windText(each)}</td>
              <td className="u-num">{figureText(each.weather?.rainChance ?? null, isRainy, '%')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
