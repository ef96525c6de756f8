/** Replaces the host's text for a lost connection, which mentions the AI analysis server. */
const NO_CONNECTION = 'The server does not answer.'
/** Replaces the browser's technical error text for a response that is not JSON. */
const UNREADABLE = 'The server answered in a form that cannot be read.'

/**
 * Returns the cause of an error as a sentence. Checks the shape of the error instead of its class, because
 * the host has its own copy of the class.
 * @returns undefined without a message
 */
export function failureText(error: Error | null | undefined): string | undefined {
  if (!error?.message) return
  if ('code' in error && error.code === 'CONNECTION_ERROR') return NO_CONNECTION
  if (error.name === 'SyntaxError') return UNREADABLE
  return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
}

const LOCALE = 'en-US'

const leagueDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Formats a league day: 'Friday, July 18'. */
export const leagueDayText = (day: string): string => leagueDay.format(Date.parse(`${day}T00:00:00Z`))

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Formats the age of a reading: '12 min ago'; null if it is not within the last day. */
export function ageText(iso: string, nowMs: number): string | null {
  const age = nowMs - Date.parse(iso)
  if (!(age > -MINUTE_MS && age < DAY_MS)) return null
  if (age < MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  return `${Math.floor(age / HOUR_MS)} h ago`
}

/** Formats a count: '1 game', '2 games'. */
export const countText = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** Formats a rounded difference with its sign: '+12', '−3', '0'. */
export function formatSigned(difference: number): string {
  const rounded = Math.round(difference)
  if (rounded === 0) return '0'
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}`
}
