import {
  describeWind,
  formatFigure,
  isRainy,
  temperatureTone,
  windTone,
} from '@propsight/shared/domain/weather'
import { clockText } from '@propsight/shared/format'
import { Table, type TableColumn } from '@propsight/shared/ui'
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

type GameColumn = TableColumn<GameWeather>

const GAME: GameColumn = {
  head: 'Game',
  rowHeader: true,
  cell: ({ game }) => `${game.awayTeam} @ ${game.homeTeam}`,
}
const TIME: GameColumn = {
  head: 'Time',
  cell: ({ game }) => (game.timeTbd ? 'TBD' : clockText(game.gameTime)),
}
const PARK_TIME: GameColumn = {
  head: 'Park time',
  cell: ({ game, weather }) => (game.timeTbd ? 'TBD' : (weather?.convertedGameTime ?? '—')),
}
const CONDITIONS: readonly GameColumn[] = [
  {
    head: 'Temp.',
    numeric: true,
    cell: ({ weather }) => figureText(weather?.temperature ?? null, temperatureTone, ' °F'),
  },
  { head: 'Wind', cell: windText },
  {
    head: 'Rain',
    numeric: true,
    cell: ({ weather }) => figureText(weather?.rainChance ?? null, isRainy, '%'),
  },
]

type Rating = 'overallConditions' | (typeof RATINGS_OF_SPORT)[Sport][number][0]

const ratingColumn = ([field, head]: readonly [Rating, string]): GameColumn => ({
  head,
  numeric: true,
  cell: ({ weather }) => {
    const conditions = weather?.[field]
    return conditions ? `${conditions.score} ${describeRating(conditions).word}` : '—'
  },
  cellClass: ({ weather }) => {
    const conditions = weather?.[field]
    return conditions ? `u-${describeRating(conditions).tone}` : undefined
  },
})

const buildColumns = (sport: Sport): readonly GameColumn[] => [
  GAME,
  TIME,
  PARK_TIME,
  ratingColumn(['overallConditions', 'Overall']),
  ...RATINGS_OF_SPORT[sport].map(ratingColumn),
  ...CONDITIONS,
]

/** Shows the values of the cards as a table, in the same order. */
export function WeatherTable({ sport, games }: { sport: Sport; games: readonly GameWeather[] }) {
  if (games.length === 0) return null
  return (
    <Table
      label={`${LEAGUES[sport]} table`}
      columns={buildColumns(sport)}
      rows={games}
      keyOf={({ game }) => game.id}
      scroll
      className={styles.table}
    />
  )
}
