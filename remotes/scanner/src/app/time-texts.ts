import { clockText } from '@propsight/shared/format'

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
