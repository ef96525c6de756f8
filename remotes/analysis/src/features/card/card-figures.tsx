import { gradeConfidence, confidencePercent, legBreakEven, formatSigned } from '@propsight/shared/domain'
import { Probability, ProbabilityTrack } from '@propsight/shared/ui'
import { tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

/** Probability of the called side with interval and break-even; without a forecast a dash and the reason. */
export function Chance({ card: { call, forecast, noForecast, line } }: { card: RankedLine }) {
  if (!forecast) {
    return (
      <div className={styles.chance}>
        <b className="u-fig">—</b>
        <span className={styles.none}>{noForecast}</span>
      </div>
    )
  }
  const percent = confidencePercent(forecast.chance)
  const told = {
    percent,
    low: confidencePercent(forecast.low),
    high: confidencePercent(forecast.high),
    push: confidencePercent(forecast.push),
    grade: gradeConfidence(percent, 'card'),
  }
  const breakEven = legBreakEven(line.oddsType, forecast.push)
  return (
    <div className={styles.chance}>
      <Probability {...told} className={styles.figure ?? ''} />
      <ProbabilityTrack
        {...told}
        side={call ?? 'OVER'}
        breakEven={breakEven && 100 * breakEven}
        className={styles.track ?? ''}
      />
    </div>
  )
}

/** The fair line (both sides equally likely) and its distance from the book's line. */
export function FairLine({ card: { forecast, line } }: { card: RankedLine }) {
  if (!forecast) return <b className={styles.fair}>—</b>
  const fair = tenths(forecast.fairLine)
  const apart = fair - line.line
  return (
    <div className={styles.fair}>
      <span className="u-vh">fair line</span>
      <b className="u-fig">{fair.toFixed(1)}</b>
      <span>
        {formatSigned(apart)}
        <span className="u-narrow"> fair vs line</span>
      </span>
    </div>
  )
}
