import { clockText } from '@propsight/shared/format'

const LOCALE = 'en-US'
const EASTERN = 'America/New_York'

const longDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeZone: 'UTC' })
const firstPitch = new Intl.DateTimeFormat(LOCALE, {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: EASTERN,
})
const readDay = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A league day, which is a day in Eastern time: 'Friday, July 18, 2025'. */
export const longDayText = (day: string): string => longDay.format(Date.parse(`${day}T00:00:00Z`))

/** First pitch in Eastern time: '7:10 PM'; empty for a text that is no time. */
export function pitchText(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? '' : firstPitch.format(instant)
}

/** A read time in the user's time zone, with the date unless it is today. */
export function readAtText(iso: string, nowMs: number): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return 'an unknown time'
  const today = new Date(instant).toDateString() === new Date(nowMs).toDateString()
  return today ? clockText(instant) : readDay.format(instant)
}

/** Whole percent of a share between 0 and 1. */
export const percentText = (share: number): string => `${Math.round(share * 100)}%`
