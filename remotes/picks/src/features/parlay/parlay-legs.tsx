import type { Parlay, ParlayLegWire } from '@propsight/shared/contracts'
import { Call } from '@propsight/shared/ui'
import { legMarket, matchText, oneDecimal, sharingText } from '../../state/parlay-text.ts'
import styles from './recommendations.module.css'

function Leg({ leg }: { leg: ParlayLegWire }) {
  const { value, low, high } = leg.probability
  return (
    <li>
      <div className={styles.who}>
        <b>{leg.playerName}</b>
        <span>{matchText(leg)}</span>
      </div>
      <div className={styles.call}>
        <Call side={leg.bettingRecommendation} line={leg.bettingLine} />
        <span>
          {legMarket(leg)}
          {leg.projectedValue !== null && `, projected ${oneDecimal(leg.projectedValue)}`}
        </span>
      </div>
      <div className={styles.chance}>
        <b className="u-fig">
          {Math.round(value)}
          <small>%</small>
        </b>
        <span title="80% interval">
          {Math.round(low)}–{Math.round(high)}
        </span>
      </div>
    </li>
  )
}

/** The legs with their probabilities, and the joint probability. */
export const ParlayLegs = ({ parlay }: { parlay: Parlay }) => (
  <div className={styles.legs}>
    <ol>
      {parlay.picks.map((leg) => (
        <Leg key={leg.pickId} leg={leg} />
      ))}
    </ol>
    <p className={styles.total}>
      <b>All legs hit</b>
      <span>{sharingText(parlay)}</span>
      <b className="u-fig">
        {oneDecimal(parlay.overallConfidence)}
        <small>%</small>
      </b>
    </p>
  </div>
)
