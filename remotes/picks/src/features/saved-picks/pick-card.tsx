import { BestPrice, Slot } from '@propsight/shared/client'
import type { PickRow, ShellApi, TrackLeg } from '@propsight/shared/contracts'
import { gradeConfidence } from '@propsight/shared/domain'
import { weekdayClockText } from '@propsight/shared/format'
import { Call, cx, IconButton, Probability, ProbabilityTrack, Tag } from '@propsight/shared/ui'
import { memo } from 'react'
import { useClock } from '../../state/clock.ts'
import { resultOf } from '../../state/leg-text.ts'
import {
  breakEvenOf,
  countsText,
  firstPitchText,
  gameText,
  hitPercent,
  isExpired,
  isExpiring,
  marketText,
  timeLeft,
} from '../../state/pick-text.ts'
import { closingText, savedPriceText } from '../../state/price-text.ts'
import styles from './saved-picks.module.css'

const PERCENT = 100

/**
 * The engine's forecast of a pick: probability, interval, break-even and grade; null for a pick without one.
 */
function forecastOf({ confidence, pick }: PickRow) {
  if (confidence === null || !pick?.forecast) return null
  const { low, high, push } = pick.forecast
  const chance = breakEvenOf(pick)
  const breakEven = chance && PERCENT * chance
  const percent = Math.round(confidence)
  return { percent, low, high, push, breakEven, grade: gradeConfidence(percent, 'card') }
}

/**
 * The forecast probability when the pick was saved with its track and break-even, else the hit rate; in both cases with
 * the counts.
 */
function PickChance({ row }: { row: PickRow }) {
  const forecast = forecastOf(row)
  const percent = hitPercent(row)
  return (
    <div className={styles.rate}>
      {forecast ? (
        <Probability {...forecast} />
      ) : (
        <b className="u-fig">
          {percent ?? '—'}
          {percent !== null && <small>%</small>}
        </b>
      )}
      {forecast ? (
        <ProbabilityTrack {...forecast} side={row.betting_recommendation} />
      ) : (
        <p>no probability</p>
      )}
      <p>{countsText(row) ?? 'counts not saved'}</p>
    </div>
  )
}

/**
 * The remaining time. It subscribes to the clock itself, so that the card and the grid are not rendered
 * again.
 */
function TimeLeft({ row }: { row: PickRow }) {
  const text = useClock((now) => timeLeft(row.expires_at, now))
  const soon = useClock((now) => isExpiring(row.expires_at, now) || isExpired(row.expires_at, now))
  return <span className={cx(soon && styles.soon)}>{text}</span>
}

export type ExtensionShell = Pick<ShellApi, 'renderExtension'>

/**
 * The best price of a pick at sportsbooks, by the scanner. Only where its game is known or has not begun: another game
 * of the player may have the same line.
 */
function PickPrice({ shell, row, leg }: Pick<PickCardProps, 'shell' | 'row' | 'leg'>) {
  const gamePk = leg?.game_pk ?? null
  const { pick, betting_recommendation: side, betting_line: line, player_name: player } = row
  const isAhead = useClock((now) => Date.parse(pick?.gameTime ?? '') > now)
  if (!pick || !side || line === null || (gamePk === null && !isAhead)) return null
  const { personId, statType: stat } = pick
  return (
    <span className={styles.now}>
      <small>now </small>
      <BestPrice shell={shell} {...{ personId, player, stat, line, side, gamePk }} savedNoVig={leg?.no_vig} />
    </span>
  )
}

/** What remotes contribute to a pick with a line. */
function PickSlot({ shell, row, leg }: Pick<PickCardProps, 'shell' | 'row' | 'leg'>) {
  const { id: pickId, pick, betting_recommendation: side, betting_line: line, player_name: player } = row
  if (!pick || !side || line === null) return null
  const { sport, personId, statType: stat } = pick
  const props = { pickId, sport, player, personId, stat, line, side, gamePk: leg?.game_pk ?? null }
  return <Slot shell={shell} name="picks/card-footer" props={props} className={styles.slot} />
}

export interface PickCardProps {
  shell: ExtensionShell
  row: PickRow
  /** The forecast record with the result; absent when the server recorded no forecast for the pick. */
  leg?: TrackLeg | undefined
  /** Whether the user chose the pick as a leg of a parlay. */
  marked: boolean
  onMark(id: string): void
  /** Position in the group from 1, and its number of cards: the DOM holds only the cards near the viewport. */
  place: number
  of: number
  /** Position among all picks from 0. */
  index: number
  onOpen(row: PickRow): void
  onDelete(row: PickRow): void
}

/** The price when the pick was recorded; below it the price at the start of its game, and before that the current one. */
const Prices = ({ shell, row, leg }: Pick<PickCardProps, 'shell' | 'row' | 'leg'>) => (
  <p className={styles.price}>
    <span>{leg && savedPriceText(leg)}</span>
    {(leg && closingText(leg)) ?? <PickPrice shell={shell} row={row} leg={leg} />}
  </p>
)

const Result = ({ leg }: { leg: TrackLeg }) => {
  const result = resultOf(leg)
  return (
    result && (
      <>
        {result.amount && <span className="u-dim">{result.amount}</span>}
        <Tag {...(result.tone && { tone: result.tone })}>{result.word}</Tag>
      </>
    )
  )
}

/** One saved pick: player, call, probability with its interval, counts, remaining time and result. */
export const PickCard = memo(function PickCard({
  shell,
  row,
  leg,
  marked,
  onMark,
  place,
  of,
  index,
  onOpen,
  onDelete,
}: PickCardProps) {
  const { betting_recommendation: side, betting_line: line, player_name: name } = row
  const isPending = (leg?.status ?? 'pending') === 'pending'
  return (
    <li className={styles.card} data-card={row.id} data-index={index} aria-posinset={place} aria-setsize={of}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h3>
            <button type="button" onClick={() => onOpen(row)} data-open="">
              {name}
            </button>
          </h3>
          <p>{[gameText(row), firstPitchText(row, weekdayClockText)].filter(Boolean).join(' · ')}</p>
          <p>
            {side && line !== null ? (
              <Call side={side} line={line} />
            ) : (
              <span className="u-dim">no call</span>
            )}{' '}
            {marketText(row)}
          </p>
        </div>
        <PickChance row={row} />
        <IconButton
          className={styles.delete}
          label={`Delete ${name}`}
          icon="trash"
          onClick={() => onDelete(row)}
        />
      </div>
      <div className={styles.foot}>
        {/* Before the prices: the right ends of their lines. */}
        {isPending ? (
          <div className={styles.end}>
            <TimeLeft row={row} />
            <label className={styles.mark}>
              <input
                type="checkbox"
                aria-label={`Leg of a parlay: ${name}`}
                checked={marked}
                onChange={() => onMark(row.id)}
              />
              Leg
            </label>
          </div>
        ) : (
          <div className={styles.end}>{leg && <Result leg={leg} />}</div>
        )}
        <div className={styles.end}>
          <PickSlot shell={shell} row={row} leg={leg} />
          {!isPending && <TimeLeft row={row} />}
        </div>
        <Prices shell={shell} row={row} leg={leg} />
      </div>
    </li>
  )
})
