import type { TeamWeather } from '@propsight/shared/contracts'
import { cx } from '@propsight/shared/ui'
import { describeRating, RATINGS_OF_SPORT } from '../../config/sports.ts'
import styles from './conditions.module.css'

/** Shows each rating of the sport as a bar, a word and a number. */
export const Conditions = ({ weather }: { weather: TeamWeather }) => (
  <dl className={styles.conditions}>
    {RATINGS_OF_SPORT[weather.sport].map(([field, label]) => {
      const conditions = weather[field]
      if (!conditions) return null
      const { word, tone } = describeRating(conditions)
      return (
        <div key={field} className={styles.row}>
          <dt>{label}</dt>
          <dd className={styles.track} aria-hidden="true">
            <span className={styles[tone]} style={{ width: `${conditions.score}%` }} />
          </dd>
          <dd className={cx(styles.word, `u-${tone}`)}>{word}</dd>
          <dd className={cx('u-fig', styles.score)}>{conditions.score}</dd>
        </div>
      )
    })}
  </dl>
)
