import type { ParlayLegWire, TrackLeg } from '@propsight/shared/contracts'
import { Call, Tag } from '@propsight/shared/ui'
import { resultOf } from '../../state/leg-text.ts'
import { legMarket } from '../../state/parlay-text.ts'
import styles from './past-parlays.module.css'

/** One leg: sport, team, recommendation, projected stat line, and result. */
export function GroupLeg({ leg, track }: { leg: ParlayLegWire; track: TrackLeg | null }) {
  const result = track && resultOf(track)
  return (
    <li>
      <div className={styles.who}>
        <b>{leg.playerName}</b>
        <span>
          {leg.sport.toUpperCase()} · {leg.team}
        </span>
      </div>
      <div className={styles.bet}>
        <Call side={leg.bettingRecommendation} line={leg.bettingLine} />
        <span>{legMarket(leg)}</span>
        {leg.projectedStatLine && <span>{leg.projectedStatLine}</span>}
      </div>
      <div className={styles.result}>
        {result && <Tag {...(result.tone && { tone: result.tone })}>{result.word}</Tag>}
        {result?.amount && <span>{result.amount}</span>}
      </div>
    </li>
  )
}
