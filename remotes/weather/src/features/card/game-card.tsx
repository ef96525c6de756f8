import type { TeamWeather } from '@propsight/shared/contracts'
import {
  describeWind,
  formatFigure,
  isRainy,
  temperatureTone,
  weatherIcon,
  windTone,
} from '@propsight/shared/domain/weather'
import { clockText, formatSigned } from '@propsight/shared/format'
import { cx, Skeleton, Tag } from '@propsight/shared/ui'
import { describeRating, RATINGS_OF_SPORT } from '../../config/sports.ts'
import type { GameWeather } from '../../state/queries.ts'
import styles from './card.module.css'
import conditionStyles from './conditions.module.css'
import parkStyles from './park.module.css'
import { Park } from './park.tsx'

/** Returns the notes of a card: carry of fly balls, roof, and uncertain orientation of the field. */
function listNotes({ roof, carryFeet, bearingConfidence }: TeamWeather): string[] {
  const notes: string[] = []
  if (roof === 'dome') return ['No weather reaches the field: every rating is 50.']
  if (carryFeet !== undefined) notes.push(`Long fly balls: ${formatSigned(carryFeet, 0)}\u00a0ft`)
  if (roof === 'retractable') notes.push('Retractable roof, open or closed unknown: weather counts half.')
  if (bearingConfidence === 'low') notes.push('Sources differ on this field’s direction.')
  return notes
}

const PATHS = {
  rain: 'M4.6 9.5a2.6 2.6 0 0 1 .2-5.2 3.6 3.6 0 0 1 6.8 1 2.2 2.2 0 0 1-.3 4.2M5.5 11.8l-.7 1.7M8.4 11.8l-.7 1.7M11.3 11.8l-.7 1.7',
  heat: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  cold: 'M8 1.5v13M2.4 4.8l11.2 6.4M13.6 4.8 2.4 11.2M6.2 2.6 8 4.4l1.8-1.8M6.2 13.4 8 11.6l1.8 1.8',
} as const
const WORDS = { rain: 'Rain likely', heat: 'Hot', cold: 'Cold' } as const

/** Icon with a text alternative for rain above 30%, heat above 85 °F or cold below 45 °F (W3). */
function WeatherMark({ rainChance, temperature }: { rainChance: number | null; temperature: number | null }) {
  const icon = weatherIcon(rainChance, temperature)
  if (!icon) return null
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" role="img" aria-label={WORDS[icon]}>
      <path d={PATHS[icon]} />
    </svg>
  )
}

const WIND_CLASS = { strong: 'u-low', fresh: 'u-mid' } as const

const Unknown = () => <span className="u-dim">—</span>

function WindReading({ weather }: { weather: TeamWeather }) {
  const { sport, windSpeed, windDirection, windDegrees, fieldBearing } = weather
  if (windSpeed === null) return <Unknown />
  const tone = windTone(windSpeed)
  const words = describeWind(sport, fieldBearing, windDegrees, windSpeed)
  return (
    <>
      <span className={cx(styles.figure, tone && WIND_CLASS[tone])}>
        <b className="u-fig">{formatFigure(windSpeed, windTone)}</b> mph {windDirection}
      </span>
      {words && <span className={styles.words}>{words}</span>}
    </>
  )
}

function Temperature({ fahrenheit }: { fahrenheit: number | null }) {
  if (fahrenheit === null) return <Unknown />
  const tone = temperatureTone(fahrenheit)
  return (
    <span className={styles.figure}>
      <b className="u-fig">{formatFigure(fahrenheit, temperatureTone)}</b> °F
      {tone && <Tag tone={tone === 'hot' ? 'low' : 'mid'}>{tone === 'hot' ? 'Hot' : 'Cold'}</Tag>}
    </span>
  )
}

function Rain({ rainChance, humidity }: Pick<TeamWeather, 'rainChance' | 'humidity'>) {
  if (rainChance === null && humidity === null) return <Unknown />
  return (
    <span className={cx(styles.figure, rainChance !== null && isRainy(rainChance) && 'u-mid')}>
      {rainChance === null ? (
        <Unknown />
      ) : (
        <>
          <b className="u-fig">{formatFigure(rainChance, isRainy)}</b> %
        </>
      )}
      {humidity !== null && <span className="u-dim">· {Math.round(humidity)}%</span>}
    </span>
  )
}

/** Shows wind, temperature, rain and humidity at game time; for a dome only its note. */
function Readings({ weather }: { weather: TeamWeather }) {
  const { roof, rainChance, humidity, temperature, description } = weather
  const notes = listNotes(weather)
  return (
    <div className={styles.readings}>
      {roof !== 'dome' && (
        <dl>
          <div>
            <dt>Wind</dt>
            <dd>
              <WindReading weather={weather} />
            </dd>
          </div>
          <div>
            <dt>Temperature</dt>
            <dd>
              <Temperature fahrenheit={temperature} />
            </dd>
          </div>
          <div>
            <dt>Rain · humidity</dt>
            <dd>
              <Rain rainChance={rainChance} humidity={humidity} />
            </dd>
          </div>
        </dl>
      )}
      <p className={styles.description}>
        <WeatherMark rainChance={rainChance} temperature={temperature} />
        {description}
      </p>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  )
}

/** Shows each rating of the sport as a bar, a word and a number. */
const Conditions = ({ weather }: { weather: TeamWeather }) => (
  <dl className={conditionStyles.conditions}>
    {RATINGS_OF_SPORT[weather.sport].map(([field, label]) => {
      const conditions = weather[field]
      if (!conditions) return null
      const { word, tone } = describeRating(conditions)
      return (
        <div key={field} className={conditionStyles.row}>
          <dt>{label}</dt>
          <dd className={conditionStyles.track} aria-hidden="true">
            <span className={conditionStyles[tone]} style={{ width: `${conditions.score}%` }} />
          </dd>
          <dd className={cx(conditionStyles.word, `u-${tone}`)}>{word}</dd>
          <dd className={cx('u-fig', conditionStyles.score)}>{conditions.score}</dd>
        </div>
      )
    })}
  </dl>
)

const THREE = ['first', 'second', 'third']

/** Skeleton in the layout and size of a card. Shows the clubs as soon as they are known. */
export const CardSkeleton = ({ label }: { label?: string }) => (
  <li className={styles.card}>
    <div className={styles.head}>
      <div>
        {label ? <h4>{label}</h4> : <Skeleton width={96} height={20} />}
        <p>
          <Skeleton width={180} height={18} />
        </p>
      </div>
      <Skeleton width={84} height={22} />
    </div>
    <div className={styles.body}>
      <div className={parkStyles.park}>
        <Skeleton height="100%" radius={84} />
      </div>
      <div className={styles.readings}>
        {THREE.map((each) => (
          <Skeleton key={each} width={104} height={44} />
        ))}
        <Skeleton width={88} height={36} />
      </div>
    </div>
    <div className={styles.blanks}>
      {THREE.map((each) => (
        <Skeleton key={each} height={20} />
      ))}
    </div>
  </li>
)

const STATUS = { live: 'Live', final: 'Final', postponed: 'Postponed', scheduled: null } as const

/** First pitch or kickoff: '7:10 PM', '7:10 PM (5:10 PM park time)' where the park is in another time zone. */
function startText({ game, weather }: GameWeather): string {
  if (game.timeTbd) return 'time TBD'
  const start = clockText(game.gameTime)
  const parkTime = weather?.convertedGameTime ?? start
  return parkTime === start ? start : `${start} (${parkTime} park time)`
}

/** Card of one game: clubs, place, time, and the weather in the home club's stadium. */
export function GameCard({ shown }: { shown: GameWeather }) {
  const { sport, game, weather, state } = shown
  const teams = `${game.awayTeam} @ ${game.homeTeam}`
  if (state === 'loading') return <CardSkeleton label={teams} />
  const overall = weather && describeRating(weather.overallConditions)
  const status = STATUS[game.status]
  const place = weather ? `${weather.city}, ${weather.stadium}` : game.stadium
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <div>
          <h4>
            {teams}
            {game.gameNumber === 2 && <small> Game 2</small>}
            {status && <Tag outlined>{status}</Tag>}
          </h4>
          <p>
            {place && `${place} · `}
            <span className="u-nowrap">{startText(shown)}</span>
          </p>
        </div>
        {weather && overall && (
          <p className={styles.overall}>
            <span className="u-vh">Overall </span>
            <b className={cx('u-fig', `u-${overall.tone}`)}>{weather.overallConditions.score}</b>
            <Tag tone={overall.tone}>{overall.word}</Tag>
          </p>
        )}
      </div>
      {weather ? (
        <>
          <div className={styles.body}>
            <Park weather={weather} />
            <Readings weather={weather} />
          </div>
          <Conditions weather={weather} />
        </>
      ) : (
        <p className={styles.elsewhere}>
          Not played at {game.homeTeam}’s own {sport === 'baseball' ? 'park' : 'stadium'}, so no weather is
          shown.
        </p>
      )}
    </li>
  )
}
