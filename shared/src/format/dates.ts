const LOCALE = 'en-US'
const clock = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })
const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const leagueDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A time of day in the user's time zone: '9:40 PM'. @param instant epoch milliseconds */
export const clockText = (instant: number): string => clock.format(instant)

/** The start of a league day, `YYYY-MM-DD`, in UTC. */
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A league day in short form: 'Jul 12'. @param day `YYYY-MM-DD` */
export const shortDayText = (day: string): string => shortDay.format(dayStart(day))

/** A league day: 'Friday, July 18'. @param day `YYYY-MM-DD` */
export const leagueDayText = (day: string): string => leagueDay.format(dayStart(day))

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Age of data: 'just now', '12 min ago', '3 h ago'; null if older than a day or more than a minute ahead. */
export function ageText(iso: string, nowMs: number): string | null {
  const age = nowMs - Date.parse(iso)
  if (!(age > -MINUTE_MS && age < DAY_MS)) return null
  if (age < MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  return `${Math.floor(age / HOUR_MS)} h ago`
}
