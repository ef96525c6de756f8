import type { TrackLeg } from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/format'

/** American odds with their sign, U+2212 for minus: '+105', '−120'. */
export const americanText = (odds: number): string => (odds < 0 ? `−${-odds}` : `+${odds}`)

type PricedLeg = Pick<
  TrackLeg,
  'price' | 'price_book' | 'no_vig' | 'closing_price' | 'closing_no_vig' | 'closed_at'
>

/**
 * Closing-line value of a line, in percentage points: the books' chance of the side without margin at the start of the
 * game minus that when the line was recorded. Positive: the books moved toward the side.
 * @returns null without prices at both times
 */
export const closingValue = ({ no_vig, closing_no_vig }: PricedLeg): number | null =>
  no_vig === null || closing_no_vig === null ? null : closing_no_vig - no_vig

/**
 * The prices of a recorded line: '+105 at North, 47.9% without margin · closed −102, +1.8 points'.
 * @returns null where no book quoted the line when it was recorded
 */
export function priceText(leg: PricedLeg): string | null {
  const { price, price_book, no_vig, closing_price, closed_at } = leg
  if (price === null && no_vig === null) return null
  const saved = [
    price === null ? null : `${americanText(price)} at ${price_book ?? 'a book'}`,
    no_vig === null ? null : `${no_vig.toFixed(1)}% without margin`,
  ]
  const value = closingValue(leg)
  const closing = [
    closing_price === null ? null : `closed ${americanText(closing_price)}`,
    value === null ? null : `${formatSigned(value)} points`,
  ]
  const closed = closed_at !== null && no_vig !== null && value === null ? ['no closing price'] : closing
  const join = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(', ')
  return [join(saved), join(closed)].filter(Boolean).join(' · ')
}
