import type { PastParlayRow } from '@propsight/shared/contracts'
import { signedText } from '@propsight/shared/domain'
import { dateText, oneDecimal, paysText } from '../../state/parlay-text.ts'

/** Picks that a stack's card names. */
export const NAMED_PICKS = 2

/** '3 parlay(s) generated on July 18, 2026', as specified (2 §2). */
export const groupText = (parlays: number, createdAt: string): string =>
  `${parlays} parlay(s) generated on ${dateText(createdAt)}`

/** '+3 more picks', or null where the card names them all. */
export function morePicksText(picks: number): string | null {
  return picks > NAMED_PICKS ? `+${picks - NAMED_PICKS} more picks` : null
}

/** '4 legs'; a parlay has two at least. */
export const legsText = (legs: number): string => `${legs} legs`

/** '23.4%', the chance that all legs hit. */
export const confidenceText = (row: PastParlayRow): string => `${oneDecimal(row.overall_confidence)}%`

/** '+17.2%', or an em dash where the entry has no public payout. */
export const valueText = (row: PastParlayRow): string =>
  row.expected_value === null ? '—' : `${signedText(row.expected_value)}%`

interface Outcome {
  text: string
  tone?: 'good' | 'low'
}

/** How a parlay ended, and what it paid per unit where the book's table says so. */
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
