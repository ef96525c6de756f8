import { Tag } from '@propsight/shared/ui'
import { intervalText, oneDecimal, timeText } from '../../state/parlay-text.ts'
import { GroupLeg } from './group-leg.tsx'
import type { PastParlay } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import { confidenceText, legsText, outcomeOf, valueText } from './stack-labels.ts'

const INSIGHTS = [
  ['Strength', 'primary'],
  ['Trend', 'trend'],
  ['Risk', 'risk'],
] as const

/**
 * One parlay of a group: number, leg count, time, confidence, expected value, outcome, legs with results,
 * insights.
 */
export function GroupParlay({ row, legs, number }: PastParlay & { number: number }) {
  const { text, tone } = outcomeOf(row)
  const { details } = row
  return (
    <section className={styles.parlay} aria-label={`Parlay ${number}`}>
      <header>
        <h3>
          Parlay {number} <span>{legsText(row.parlay_size)}</span>
        </h3>
        <time dateTime={row.created_at}>{timeText(row.created_at)}</time>
        <Tag {...(tone && { tone })}>{text}</Tag>
      </header>
      <dl className={styles.figures}>
        <div>
          <dt>Confidence</dt>
          <dd>
            <b className="u-fig">{confidenceText(row)}</b>
            {details && ` ${intervalText(details.interval)}`}
          </dd>
        </div>
        <div>
          <dt>Expected Value</dt>
          <dd>
            <b className="u-fig">{valueText(row)}</b>
            {row.expected_value === null && details?.unpriced && ` ${details.unpriced}`}
            {details?.breakEven != null && ` break-even ${oneDecimal(details.breakEven)}`}
          </dd>
        </div>
      </dl>
      <ol className={styles.legs}>
        {details?.picks.map((leg, at) => (
          <GroupLeg key={leg.pickId} leg={leg} track={legs.get(at + 1) ?? null} />
        ))}
      </ol>
      <dl className={styles.insights}>
        {details &&
          INSIGHTS.map(([title, name]) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{details.insights[name]}</dd>
            </div>
          ))}
      </dl>
      {!details && <p className={styles.quiet}>Its picks can no longer be read.</p>}
    </section>
  )
}
