import type { PickRow } from '@propsight/shared/contracts'
import { gradeConfidence, legBreakEven } from '@propsight/shared/domain'
import { Probability, ProbabilityTrack } from '@propsight/shared/ui'
import { countsText } from '../../state/pick-text.ts'
import styles from './saved-picks.module.css'

/**
 * The engine's forecast of a pick: probability, interval, break-even and grade; null for a pick without one.
 */
function toldOf({ confidence, pick }: PickRow) {
  if (confidence === null || !pick?.forecast) return null
  const { low, high, push } = pick.forecast
  const breakEven = legBreakEven(pick.oddsType, push / 100)
  const percent = Math.round(confidence)
  return { percent, low, high, push, breakEven, grade: gradeConfidence(percent, 'card') }
}

/** The forecast probability when the pick was saved, else the over rate; in both cases with the counts. */
export function PickChance({ row }: { row: PickRow }) {
  const told = toldOf(row)
  const rate = row.over_hit_percentage
  return (
    <div className={styles.rate}>
      {told ? (
        <Probability {...told} />
      ) : (
        <b className="u-fig">
          {rate === null ? '—' : Math.round(rate)}
          {rate !== null && <small>%</small>}
        </b>
      )}
      <p>
        {countsText(row) ?? 'counts not kept'}
        {!told && ' · no probability'}
      </p>
    </div>
  )
}

/** The probability on a track with its break-even; nothing for a pick without a probability. */
export function PickTrack({ row }: { row: PickRow }) {
  const told = toldOf(row)
  if (!told) return null
  const { breakEven, ...drawn } = told
  return (
    <ProbabilityTrack {...drawn} side={row.betting_recommendation} breakEven={breakEven && 100 * breakEven} />
  )
}
