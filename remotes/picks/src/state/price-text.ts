import type { TrackLeg } from '@propsight/shared/contracts'
import { beatText } from '@propsight/shared/format'

/** American odds with their sign, U+2212 for minus: '+105', '−120'. */
export const americanText = (odds: number): string => (odds < 0 ? `−${-odds}` : `+${odds}`)

type PricedLeg = Pick<
  TrackLeg,
  'line' | 'side' | 'price' | 'price_book' | 'no_vig' | 'closing_price' | 'closing_no_vig' | 'closed_at'
>

/**
 * Closing-line value of a line, in percentage points: the books' chance of the side without margin at the start of the
 * game minus that when the line was recorded. Positive: the books moved toward the side.
 * @returns null without prices at both times
 */
export const closingValue = ({ no_vig, closing_no_vig }: Omit<PricedLeg, 'line' | 'side'>): number | null =>
  no_vig === null || closing_no_vig === null ? null : closing_no_vig - no_vig

/** The price when the line was recorded: 'Under 6.5 at −175, North', or that no book quoted it. */
export function savedPriceText({ line, side, price, price_book }: PricedLeg): string {
  if (price === null) return 'No sportsbook price when saved'
  return `${side === 'UNDER' ? 'Under' : 'Over'} ${line} at ${americanText(price)}, ${price_book ?? 'a book'}`
}

/** The price at the start of the game, and the move since: 'closed −102 · you beat the line by 1.8 points'. */
export function closingText(leg: PricedLeg): string | null {
  if (leg.closed_at === null) return null
  const value = closingValue(leg)
  const closed = leg.closing_price === null ? null : `closed ${americanText(leg.closing_price)}`
  const moved = value === null ? null : beatText(value)
  return [closed, moved].filter(Boolean).join(' · ') || 'no closing price'
}
