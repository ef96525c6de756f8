import type { TeamWeather } from '@propsight/shared/contracts'
import { clockText } from '@propsight/shared/format'
import { cx, Skeleton, Tag } from '@propsight/shared/ui'
import { describeRating, RATINGS_OF_SPORT } from '../../config/sports.ts'
import type { GameWeather } from '../../state/queries.ts'
import styles from './card.module.css'
import conditionStyles from './conditions.module.css'
import parkStyles from './park.module.css'
import { Park } from './park.tsx'
import { Readings } from './readings.tsx'

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
          <p>{[place, startText(shown)].filter(Boolean).join(' · ')}</p>
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
