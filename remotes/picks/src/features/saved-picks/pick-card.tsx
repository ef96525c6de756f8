import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { Call, IconButton, Tag } from '@propsight/shared/ui'
import { memo } from 'react'
import { resultOf } from '../../state/leg-text.ts'
import { gameText, marketText } from '../../state/pick-text.ts'
import { PickChance, PickTrack } from './pick-chance.tsx'
import styles from './saved-picks.module.css'
import { LifeLine, TimeLeft } from './time-left.tsx'

export interface PickCardProps {
  row: PickRow
  /** The forecast record with the result; absent when the server recorded no forecast for the pick. */
  leg?: TrackLeg | undefined
  /** Position in the grid from 1, and the number of cards: the DOM holds only the cards near the viewport. */
  place: number
  of: number
  onOpen(row: PickRow): void
  onDelete(row: PickRow): void
}

const Result = ({ leg }: { leg: TrackLeg }) => {
  const result = resultOf(leg)
  return (
    result && (
      <span className={styles.result}>
        {result.amount && <span className="u-dim">{result.amount}</span>}
        <Tag {...(result.tone && { tone: result.tone })}>{result.word}</Tag>
      </span>
    )
  )
}

/** One saved pick: player, call, probability with its interval, counts, remaining time and result. */
export const PickCard = memo(function PickCard({ row, leg, place, of, onOpen, onDelete }: PickCardProps) {
  const { betting_recommendation: side, betting_line: line, player_name: name } = row
  return (
    <li className={styles.card} data-pick={row.id} aria-posinset={place} aria-setsize={of}>
      <div className={styles.who}>
        <h2>
          <button type="button" onClick={() => onOpen(row)} data-open="">
            {name}
          </button>
        </h2>
        <p>{gameText(row)}</p>
        <IconButton
          className={styles.delete}
          label={`Delete ${name}`}
          icon="trash"
          onClick={() => onDelete(row)}
        />
      </div>
      <div className={styles.bet}>
        <div>
          {side && line !== null ? <Call side={side} line={line} /> : <span className="u-dim">no call</span>}
          <p>{marketText(row)}</p>
        </div>
        <PickChance row={row} />
      </div>
      <PickTrack row={row} />
      <div className={styles.foot}>
        <TimeLeft row={row} />
        {leg && <Result leg={leg} />}
      </div>
      <LifeLine row={row} />
    </li>
  )
})
