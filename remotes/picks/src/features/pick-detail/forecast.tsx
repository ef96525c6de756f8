import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { gradeConfidence } from '@propsight/shared/domain'
import { Call, Probability, ProbabilityTrack, Tag } from '@propsight/shared/ui'
import { resultOf } from '../../state/leg-text.ts'
import { breakEvenOf, countsText, hitPercent, marketText } from '../../state/pick-text.ts'
import { closingText, savedPriceText } from '../../state/price-text.ts'
import { Facts, missingReason } from './detail-section.tsx'
import styles from './pick-detail.module.css'

const PERCENT = 100

function Chance({ row }: { row: PickRow }) {
  const { confidence, pick } = row
  if (confidence === null || !pick?.forecast)
    return (
      <p className={styles.reason}>
        {pick ? missingReason(pick, 'confidence') : 'No probability was saved.'}
      </p>
    )
  const { low, high, push } = pick.forecast
  const even = breakEvenOf(pick)
  const percent = Math.round(confidence)
  const forecast = { percent, low, high, push, grade: gradeConfidence(percent, 'card') }
  return (
    <>
      <div className={styles.chance}>
        <Probability {...forecast} />
      </div>
      <div className={styles.track}>
        <ProbabilityTrack
          {...forecast}
          side={row.betting_recommendation}
          breakEven={even && PERCENT * even}
        />
      </div>
    </>
  )
}

/** The call when the pick was saved: the line, the forecast probability with its track, and the result. */
export function ForecastCall({ row, leg }: { row: PickRow; leg: TrackLeg | undefined }) {
  const { betting_recommendation: side, betting_line: line } = row
  const result = leg && resultOf(leg)
  return (
    <div className={styles.promise}>
      <div className={styles.call}>
        {side && line !== null ? <Call side={side} line={line} /> : <span className="u-dim">no call</span>}
        <p>{marketText(row)}</p>
        {result && (
          <p className={styles.result}>
            <Tag {...(result.tone && { tone: result.tone })}>{result.word}</Tag> {result.amount}
          </p>
        )}
      </div>
      <Chance row={row} />
    </div>
  )
}

/** The books' chance of the side without their margin when the pick was recorded. */
const noVigNote = (leg: TrackLeg | undefined): string | null =>
  typeof leg?.no_vig === 'number'
    ? `Without their margin all books together gave it ${leg.no_vig.toFixed(1)}% then. Points are percentage points of that chance.`
    : null

/** The further figures of the forecast. */
export function ForecastFacts({ row, leg }: { row: PickRow; leg: TrackLeg | undefined }) {
  const { pick } = row
  const projected = row.projected_total
  const rate = hitPercent(row)
  return (
    <Facts
      facts={[
        { label: 'Fair line', value: pick?.forecast?.fairLine.toFixed(1), note: 'both sides even' },
        {
          label: 'Projected total',
          value: projected?.toFixed(1),
          note: projected === null && pick ? missingReason(pick, 'projectedTotal') : null,
        },
        {
          label: 'Hit rate',
          value: rate === null ? null : `${rate}%`,
          note: rate === null && pick ? missingReason(pick, 'overHitPercentage') : countsText(row),
        },
        {
          label: 'Sportsbooks',
          value: leg ? [savedPriceText(leg), closingText(leg)].filter(Boolean).join(' · ') : null,
          note: noVigNote(leg),
        },
        { label: 'Projected stat line', value: row.projected_stat_line || null },
        { label: 'Line as the book wrote it', value: row.original_stats || null },
        {
          label: 'Line in the picture',
          value: pick?.extractedStatLine,
          note: pick && pick.extractedStatLine === null ? missingReason(pick, 'extractedStatLine') : null,
        },
      ]}
    />
  )
}
