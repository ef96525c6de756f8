import type { TeamWeather } from '@propsight/shared/contracts'
import {
  describeWind,
  formatFigure,
  isRainy,
  temperatureTone,
  weatherIcon,
  windTone,
} from '@propsight/shared/domain/weather'
import { formatSigned } from '@propsight/shared/format'
import { cx, Tag } from '@propsight/shared/ui'
import styles from './card.module.css'

/** Returns the notes of a card: carry of fly balls, roof, and uncertain orientation of the field. */
export function listNotes({ roof, carryFeet, bearingConfidence }: TeamWeather): string[] {
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
export function WeatherMark({
  rainChance,
  temperature,
}: {
  rainChance: number | null
  temperature: number | null
}) {
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
export function Readings({ weather }: { weather: TeamWeather }) {
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
