import { weatherIcon } from '@propsight/shared/domain/weather'
import styles from './card.module.css'

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
