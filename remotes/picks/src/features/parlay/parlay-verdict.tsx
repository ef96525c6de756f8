import type { Parlay } from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/format'
import { Tag } from '@propsight/shared/ui'
import {
  CONFIDENCE_SCALE,
  confidenceTag,
  intervalText,
  oneDecimal,
  parlayRulesText,
  paysText,
  worthOf,
} from '../../state/parlay-text.ts'
import styles from './verdict.module.css'

interface JointTrackProps {
  percent: number
  low: number
  high: number
  breakEven: number | null
}

/**
 * The joint probability on a scale from 0 to 100, in a neutral colour: a red bar on a bet of positive
 * expected value would mislead.
 */
export const JointTrack = ({ percent, low, high, breakEven }: JointTrackProps) => (
  <div
    className={styles.track}
    role="img"
    aria-label={`${oneDecimal(percent)} percent likely that all legs win, interval ${oneDecimal(low)} to ${oneDecimal(high)}${breakEven === null ? '' : `, break-even ${oneDecimal(breakEven)}`}`}
  >
    <span className={styles.rail} />
    <span className={styles.band} style={{ left: `${low}%`, width: `${high - low}%` }} />
    {breakEven !== null && <span className={styles.even} style={{ left: `${breakEven}%` }} />}
    <span className={styles.bar} style={{ left: `${percent}%` }} />
  </div>
)

function Worth({ parlay }: { parlay: Parlay }) {
  const worth = worthOf(parlay)
  if (worth.reasons)
    return <p className={styles.unpriced}>No value and no stake: {worth.reasons.join(', ')}.</p>
  const { pays, value, stake } = worth
  return (
    <dl className={styles.worth}>
      <div>
        <dt>Pays</dt>
        <dd className="u-fig">{paysText(pays)}</dd>
      </div>
      <div>
        <dt>Expected value</dt>
        <dd className="u-fig">
          {formatSigned(value.value)}
          <small>%</small>
        </dd>
        <dd>
          {formatSigned(value.low)} to {formatSigned(value.high)}
        </dd>
      </div>
      <div>
        <dt>Recommended</dt>
        <dd className="u-fig">{stake}</dd>
      </div>
    </dl>
  )
}

/** The joint probability with its interval and break-even. The confidence threshold colours only the tag next to it. */
export function ParlayVerdict({ parlay }: { parlay: Parlay }) {
  const { text, tone } = confidenceTag(parlay.overallConfidence)
  return (
    <div className={styles.verdict}>
      <div className={styles.joint}>
        <div>
          <span className="u-label">All legs hit</span>
          <b className="u-fig">
            {oneDecimal(parlay.overallConfidence)}
            <small>%</small>
          </b>
        </div>
        <Tag {...(tone && { tone })}>{text}</Tag>
      </div>
      <JointTrack
        percent={parlay.overallConfidence}
        low={parlay.interval.low}
        high={parlay.interval.high}
        breakEven={parlay.breakEven}
      />
      <p className={styles.scale}>
        <span>{intervalText(parlay.interval)}</span>
        {parlay.breakEven === null ? ' no public break-even' : ` break-even ${oneDecimal(parlay.breakEven)}`}
      </p>
      <Worth parlay={parlay} />
      <p className={styles.scale}>Valued and settled {parlayRulesText(parlay)}.</p>
      <p className={styles.scale}>{CONFIDENCE_SCALE}</p>
    </div>
  )
}
