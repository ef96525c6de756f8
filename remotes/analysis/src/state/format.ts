import type { Availability } from '@propsight/shared/contracts'
import { gameDay } from './game-key.ts'

const STATES: Record<Availability['state'], string> = { out: 'Out', returned: 'Back', moved: 'Moved' }

/**
 * 'Out: 10-day injured list, Jul 12', used on cards and in saved picks.
 * @param day formatted date of the roster transaction
 */
export const availabilityText = ({ state, label }: Availability, day: string): string =>
  `${STATES[state]}: ${label}, ${day}`

const LOCALE = 'en-US'

const time = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })
const leagueDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** An instant in the user's time zone, '9:40 PM'; null for an invalid timestamp. */
export function timeText(iso: string | null): string | null {
  const instant = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(instant) ? null : time.format(instant)
}

const dayAndTime = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/**
 * The start of a game in the user's time zone: '9:40 PM', or 'Mon 9:40 PM' when its league day is not today.
 */
export function startText(iso: string | null, today: string): string | null {
  const day = gameDay(iso)
  return iso === null || day === null || day === today ? timeText(iso) : dayAndTime.format(Date.parse(iso))
}

const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A league day in short form: 'Jul 12'. */
export const shortDayText = (day: string): string => shortDay.format(Date.parse(`${day}T00:00:00Z`))

/** One or several league days (days in US Eastern time): 'Friday, July 18 ET', 'Jul 18 to Jul 19 ET'. */
export function leagueDaysText(days: readonly string[], today: string): string {
  const first = days[0] ?? today
  const last = days.at(-1) ?? first
  if (first !== last) return `${shortDayText(first)} to ${shortDayText(last)} ET`
  return `${leagueDay.format(Date.parse(`${first}T00:00:00Z`))} ET`
}

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

/** Whole percent of a share between 0 and 1. */
export const percentText = (share: number): string => String(Math.round(share * 100))

/** Rounds to one decimal, the precision of averages, projections and fair lines. */
export const tenths = (value: number): number => Math.round(value * 10) / 10

/** '2,900'. */
export const numberText = (count: number): string => count.toLocaleString(LOCALE)

/** '1 line', '2,900 lines'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
