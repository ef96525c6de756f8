import type { PastParlayRow } from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/domain'
import { dateText, oneDecimal, paysText } from '../../state/parlay-text.ts'

/** Number of picks that a stack's card names. */
export const NAMED_PICKS = 2

/** '3 parlay(s) generated on July 18, 2026', as specified (P10). */
export const groupText = (parlays: number, createdAt: string): string =>
  `${parlays} parlay(s) generated on ${dateText(createdAt)}`

/** '+3 more picks', or null when the card names all of them. */
export function morePicksText(picks: number): string | null {
  return picks > NAMED_PICKS ? `+${picks - NAMED_PICKS} more picks` : null
}

/** '4 legs'; a parlay has at least two, so no singular is needed. */
export const legsText = (legs: number): string => `${legs} legs`

/** '23.4%', the chance that all legs hit. */
export const confidenceText = (row: PastParlayRow): string => `${oneDecimal(row.overall_confidence)}%`

/** The expected value, '+17.2%'; an em dash when the book publishes no payout for the parlay. */
export const valueText = (row: PastParlayRow): string =>
  row.expected_value === null ? '—' : `${formatSigned(row.expected_value)}%`

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
