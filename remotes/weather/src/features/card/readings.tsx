import type { TeamWeather } from '@propsight/shared/contracts'
import { isRainy, formatFigure, temperatureTone, windTone, describeWind } from '@propsight/shared/domain/weather'
import { cx, Tag } from '@propsight/shared/ui'
import styles from './card.module.css'
import { notesOf } from './notes.ts'
import { WeatherMark } from './weather-mark.tsx'

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
  const notes = notesOf(weather)
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
