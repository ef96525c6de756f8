import { ageText } from '@propsight/shared/format'
import type { OddsFormat } from './settings.ts'

/** American odds with U+2212 for minus: '+105', '−110'. */
export const americanText = (american: number): string =>
  american > 0 ? `+${american}` : `−${Math.abs(american)}`

/** A price as the user reads it: '+105' or '2.05'. */
export const priceText = (price: { american: number; decimal: number }, format: OddsFormat): string =>
  format === 'american' ? americanText(price.american) : price.decimal.toFixed(2)

/** Age of a price without 'ago': '3 min', 'just now'; 'over a day' where it is older. */
export const quoteAge = (confirmedAt: string, now: number): string =>
  ageText(confirmedAt, now)?.replace(' ago', '') ?? 'over a day'
