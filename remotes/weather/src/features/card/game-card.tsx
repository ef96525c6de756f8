import { cx, Tag } from '@propsight/shared/ui'
import { bandOf } from '../../config/band.ts'
import type { GameWeather } from '../../state/queries.ts'
import styles from './card.module.css'
import { CardSkeleton } from './card-skeleton.tsx'
import { Conditions } from './conditions.tsx'
import { Park } from './park.tsx'
import { Readings } from './readings.tsx'

const STATUS = { live: 'Live', final: 'Final', postponed: 'Postponed', scheduled: null } as const

/** Card of one game: clubs, place, time, and the weather in the home club's stadium. */
export function GameCard({ shown: { sport, game, weather, state } }: { shown: GameWeather }) {
  const teams = `${game.awayTeam} @ ${game.homeTeam}`
  if (state === 'loading') return <CardSkeleton label={teams} />
  const overall = weather && bandOf(weather.overallConditions)
  const status = STATUS[game.status]
  const time = game.timeTbd ? 'time TBD' : weather && `${weather.convertedGameTime} local`
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
          <p>{[place, time].filter(Boolean).join(' · ')}</p>
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
          Played away from {game.homeTeam}’s own {sport === 'baseball' ? 'park' : 'stadium'}: its weather
          would mislead, so none is shown.
        </p>
      )}
    </li>
  )
}
