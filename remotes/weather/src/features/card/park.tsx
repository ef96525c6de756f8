import type { TeamWeather } from '@propsight/shared/contracts'
import { describeWind, formatFigure, windTone } from '@propsight/shared/domain/weather'
import styles from './park.module.css'

/** Half length of the inner arrows in SVG units: a minimum, plus an amount per mph, up to a maximum. */
const MIN_ARROW = 25
const ARROW_PER_MPH = 1.75
const MAX_ARROW = 60
/** Length factor of the outer arrows, because the circle is narrower there. */
const OUTER_FACTOR = 0.8
const ARROWS = [
  { x: -38, share: OUTER_FACTOR },
  { x: -13, share: 1 },
  { x: 13, share: 1 },
  { x: 38, share: OUTER_FACTOR },
]
const HEAD = 'm-4.5 5.5 4.5-6 4.5 6'

const Diamond = () => (
  <>
    <path className={styles.ground} d="M0 46 L-52-6 A62 62 0 0 1 52-6 Z" />
    <path className={styles.infield} d="M0 46-22 24 0 2 22 24Z" />
    <path className={styles.mark} d="M-28.5 17.5A33 33 0 0 1 28.5 17.5" />
    <path className={styles.plate} d="M-3 43h6v3l-3 3-3-3z" />
  </>
)

const Gridiron = () => (
  <>
    <rect className={styles.ground} x="-26" y="-52" width="52" height="104" rx="2" />
    <path className={styles.mark} d="M-26-42H26M-26 42H26M-26 0H26M-26-21H26M-26 21H26" />
  </>
)

function Wind({ mph, fromDegrees }: { mph: number; fromDegrees: number }) {
  const inner = Math.min(MAX_ARROW, MIN_ARROW + ARROW_PER_MPH * mph)
  const tone = windTone(mph)
  return (
    <g
      className={styles.wind}
      data-tone={tone ?? undefined}
      transform={`rotate(${(fromDegrees + 180) % 360})`}
    >
      {ARROWS.map(({ x, share }) => (
        <path key={x} d={`M${x} ${inner * share}V${-inner * share}${HEAD}`} />
      ))}
    </g>
  )
}

/** Returns the text alternative of the drawing. */
function describe({ sport, roof, windSpeed, windDirection, windDegrees, fieldBearing }: TeamWeather): string {
  const place = sport === 'baseball' ? 'Park' : 'Field'
  if (roof === 'dome') return `${place} under a dome, no wind`
  const drawn = fieldBearing === null ? place : `${place} drawn north up`
  if (windSpeed === null || windDirection === null) return `${drawn}, wind not known`
  const words = describeWind(sport, fieldBearing, windDegrees, windSpeed)
  const speed = `${formatFigure(windSpeed, windTone)} miles per hour`
  return `${drawn}, wind from ${windDirection} at ${speed}${words ? `, ${words}` : ''}`
}

/** Drawing of the field with north at the top, with arrows in the direction of the wind. */
export function Park({ weather }: { weather: TeamWeather }) {
  const { sport, roof, fieldBearing, windSpeed, windDegrees } = weather
  return (
    <svg className={styles.park} viewBox="0 0 168 168" role="img" aria-label={describe(weather)}>
      <g transform="translate(84 84)">
        <circle className={styles.rim} r="80" />
        <path className={styles.ticks} d="M0-80v5M80 0h-5M0 80v-5M-80 0h5" />
        <text className={styles.north} y="-66">
          N
        </text>
        <g transform={`rotate(${fieldBearing ?? 0})`}>{sport === 'baseball' ? <Diamond /> : <Gridiron />}</g>
        {roof !== 'dome' && windSpeed !== null && windDegrees !== null && windSpeed >= 1 && (
          <Wind mph={windSpeed} fromDegrees={windDegrees} />
        )}
      </g>
    </svg>
  )
}
