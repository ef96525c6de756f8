/** Epoch milliseconds or ISO 8601. Null and texts that are not times are shown as ''. */
export type Instant = number | string | null

/** A format in any time zone. A formatter is created at its first use, which takes longer than formatting. */
function createFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (instant: Instant, timeZone?: string): string => {
    const date = new Date(instant ?? Number.NaN)
    if (Number.isNaN(date.getTime())) return ''
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    formats.set(timeZone, format)
    return format.format(date)
  }
}

const joinWith = (separator: string, ...parts: string[]): string => parts.filter(Boolean).join(separator)

/*
 * Times of day and moments are in the time zone of the user, which a screen names once by `zoneText`. The parameter
 * `timeZone`, an IANA name, is for tests.
 */

/** A time of day: '9:40 PM'. */
export const clockText = createFormat({ hour: 'numeric', minute: '2-digit' })

/** The day of a moment: 'Jul 12, 2026'. */
export const dateText = createFormat({ dateStyle: 'medium' })

/** The day of a moment in long form: 'July 12, 2026'. */
export const longDateText = createFormat({ dateStyle: 'long' })

const monthDay = createFormat({ month: 'short', day: 'numeric' })
const weekday = createFormat({ weekday: 'short' })
/** '7/12/2026, EDT': a zone is always formatted with a day. */
const dayAndZone = createFormat({ timeZoneName: 'short' })

/** A moment: 'Jul 12, 2026, 9:40 PM'. */
export const momentText = (instant: Instant, timeZone?: string): string =>
  joinWith(', ', dateText(instant, timeZone), clockText(instant, timeZone))

/** A moment with its day if that is not the day of `now`: '9:40 PM', 'Jul 12, 9:40 PM'. */
export function recentText(instant: Instant, now: number, timeZone?: string): string {
  const day = dateText(instant, timeZone) === dateText(now, timeZone) ? '' : monthDay(instant, timeZone)
  return joinWith(', ', day, clockText(instant, timeZone))
}

/** A moment of this week: 'Mon 9:40 PM'. */
export const weekdayClockText = (instant: Instant, timeZone?: string): string =>
  joinWith(' ', weekday(instant, timeZone), clockText(instant, timeZone))

/**
 * Short name of the user's time zone: 'EDT', 'GMT+2'. Instants before and after a change of the clock have two names:
 * 'EST/EDT'. Without a valid instant the name is that of the current time.
 */
export function zoneText(instants: readonly Instant[], timeZone?: string): string {
  const nameOf = (instant: Instant) => dayAndZone(instant, timeZone).split(', ')[1] ?? ''
  return [...new Set([...new Set(instants)].map(nameOf))].filter(Boolean).join('/') || nameOf(Date.now())
}

/*
 * A league day, `YYYY-MM-DD`, is a day in US Eastern time: it is shown as the same day in every time zone.
 */

/** A league day in short form: 'Jul 12'. */
export const shortDayText = (day: string): string => monthDay(day, 'UTC')

/** A league day with its year: 'July 12, 2026'. */
export const longDayText = (day: string): string => longDateText(day, 'UTC')

const weekdayMonthDay = createFormat({ weekday: 'long', month: 'long', day: 'numeric' })

/** A league day with its weekday: 'Friday, July 18'. */
export const leagueDayText = (day: string): string => weekdayMonthDay(day, 'UTC')

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
