import { Call, Tag } from '@propsight/shared/ui'
import { dateTimeText } from '../../state/parlay-text.ts'
import type { PastParlay } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import { confidenceText, legsText, morePicksText, NAMED_PICKS, outcomeOf, valueText } from './stack-labels.ts'

interface StackCardProps {
  /** Newest first, at least one. */
  stack: readonly PastParlay[]
  onOpen(id: string): void
}

/** The card of a stack: shows its newest parlay, with the number of parlays as a badge. */
export function StackCard({ stack, onOpen }: StackCardProps) {
  const [top] = stack
  if (!top) return null
  const { row } = top
  const { text, tone } = outcomeOf(row)
  const picks = row.details?.picks ?? []
  const more = morePicksText(picks.length)
  return (
    <li className={styles.card} data-stacked={stack.length > 1 || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.open} onClick={() => onOpen(row.id)}>
          {dateTimeText(row.created_at)}
        </button>
        {stack.length > 1 && (
          <span className={styles.badge}>
            <span aria-hidden="true">{stack.length}</span>
            <span className="u-vh">{stack.length} parlays</span>
          </span>
        )}
        <Tag {...(tone && { tone })}>{text}</Tag>
      </div>
      <p className={styles.facts}>
        {legsText(row.parlay_size)} · Confidence {confidenceText(row)} · EV {valueText(row)}
      </p>
      <ul className={styles.named}>
        {picks.slice(0, NAMED_PICKS).map((leg) => (
          <li key={leg.pickId}>
            {leg.playerName} <Call side={leg.bettingRecommendation} line={leg.bettingLine} />
          </li>
        ))}
        {more && <li className="u-dim">{more}</li>}
      </ul>
      <p className={styles.insight}>{row.details?.insights.primary ?? 'Its picks can no longer be read.'}</p>
    </li>
  )
}
