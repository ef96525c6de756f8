import { type PastParlayRow, settleParlay } from '@propsight/shared/contracts'
import type { RefundReason } from '@propsight/shared/domain'
import { countText, formatSigned, longDateText, momentText } from '@propsight/shared/format'
import { Call, Tag } from '@propsight/shared/ui'
import { legMarket, oneDecimal, parlayDayText, paysText, worthOf } from '../../state/parlay-text.ts'
import type { PastParlay } from './list-parlays.ts'
import styles from './past-parlays.module.css'

/** Number of picks that a stack's card names. */
export const NAMED_PICKS = 2

/** '3 parlay(s) generated on July 18, 2026', as specified (P10). */
export const groupText = (parlays: number, createdAt: string): string =>
  `${parlays} parlay(s) generated on ${longDateText(createdAt)}`

/** '+3 more picks', '+1 more pick', or null when the card names all of them. */
export const morePicksText = (picks: number): string | null =>
  picks > NAMED_PICKS ? `+${countText(picks - NAMED_PICKS, 'more pick')}` : null

/** '4 legs', '2–3 legs' for parlays of several sizes; a parlay has at least two, so no singular is needed. */
export function legsText(...sizes: readonly number[]): string {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  return least === most ? `${least} legs` : `${least}–${most} legs`
}

/** '23.4%', the chance that all legs hit. */
export const confidenceText = (row: PastParlayRow): string => `${oneDecimal(row.overall_confidence)}%`

/** The expected value, '+17.2%'; an em dash for a parlay without one (`worthOf`). */
export function valueText({ details, expected_value }: PastParlayRow): string {
  const hasValue = details !== null && expected_value !== null && worthOf(details).value !== null
  return hasValue ? `${formatSigned(expected_value)}%` : '—'
}

interface Outcome {
  text: string
  tone?: 'good' | 'low'
}

/** The outcome of a parlay, with the payout per unit when the book publishes it. */
export function outcomeOf({ outcome, paid }: Pick<PastParlayRow, 'outcome' | 'paid'>): Outcome {
  switch (outcome) {
    case 'pending':
      return { text: 'Open' }
    case 'won':
      return { text: paid === null ? 'Won' : `Won, pays ${paysText(paid)}`, tone: 'good' }
    case 'lost':
      return { text: 'Lost', tone: 'low' }
    case 'refunded':
      return { text: 'Refunded' }
  }
}

const REFUND_NOTES: Record<RefundReason, string> = {
  'fewer than two legs left': 'Refunded: fewer than two legs were played.',
  'one club left': 'Refunded: the legs that were played are of one club.',
  'ties only': 'Refunded: every leg that was played tied.',
}

/** Why a parlay was refunded, or lost before all its games ended; null when its legs say enough. */
export function outcomeNote({ row, legs }: PastParlay): string | null {
  const settlement = settleParlay([...legs.values()], row.details)
  if (!settlement || settlement.outcome !== row.outcome) return null
  if (settlement.reason) return REFUND_NOTES[settlement.reason]
  const open = [...legs.values()].some(({ settled_at }) => settled_at === null)
  return open ? 'Lost: the open legs cannot change the outcome.' : null
}

interface StackCardProps {
  /** Newest first, at least one. */
  stack: readonly PastParlay[]
  onOpen(id: string): void
}

/** The card of a stack: shows its newest parlay by the day of its games, with the number of parlays as a badge. */
export function StackCard({ stack, onOpen }: StackCardProps) {
  const [top] = stack
  if (!top) return null
  const { row } = top
  const { text, tone } = outcomeOf(row)
  const picks = row.details?.picks ?? []
  const more = morePicksText(picks.length)
  const sizes = stack.map((parlay) => parlay.row.parlay_size)
  return (
    <li className={styles.card} data-stacked={stack.length > 1 || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.open} onClick={() => onOpen(row.id)}>
          {parlayDayText(row)} <span>Saved {momentText(row.created_at)}</span>
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
        {legsText(...sizes)} · {new Set(sizes).size > 1 && 'newest: '}Confidence {confidenceText(row)} · EV{' '}
        {valueText(row)}
      </p>
      <ul className={styles.named}>
        {picks.slice(0, NAMED_PICKS).map((leg) => (
          <li key={leg.pickId}>
            {leg.playerName} <Call side={leg.bettingRecommendation} line={leg.bettingLine} /> {legMarket(leg)}
          </li>
        ))}
        {more && <li className="u-dim">{more}</li>}
      </ul>
      <p className={styles.insight}>{row.details?.insights.primary ?? 'Its picks can no longer be read.'}</p>
    </li>
  )
}
