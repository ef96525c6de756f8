import { ageText, clockText } from '@propsight/shared/format'
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

const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Name of the user's time zone: 'EDT', 'GMT+2'. */
export const zoneText = (instant: number): string =>
  zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** A time in the user's zone, with the day if it is not that of `now`: '7:10 PM', 'Jul 12, 7:10 PM'. */
export function timeText(instant: number, now: number): string {
  const clock = clockText(instant)
  const date = day.format(instant)
  return date === day.format(now) ? clock : `${date}, ${clock}`
}
