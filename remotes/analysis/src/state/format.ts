import type { Availability } from '@propsight/shared/contracts'
import { clockText, leagueDayText, shortDayText } from '@propsight/shared/format'
import { gameDay } from './game-key.ts'

const STATES: Record<Availability['state'], string> = { out: 'Out', returned: 'Back', moved: 'Moved' }

/**
 * 'Out: 10-day injured list, Jul 12', used on cards and in saved picks.
 * @param day formatted date of the roster transaction
 */
export const availabilityText = ({ state, label }: Availability, day: string): string =>
  `${STATES[state]}: ${label}, ${day}`

const LOCALE = 'en-US'

/** An instant in the user's time zone, '9:40 PM'; null for an invalid timestamp. */
export function timeText(iso: string | null): string | null {
  const instant = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(instant) ? null : clockText(instant)
}

const dayAndTime = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/**
 * The start of a game in the user's time zone: '9:40 PM', or 'Mon 9:40 PM' when its league day is not today.
 */
export function startText(iso: string | null, today: string): string | null {
  const day = gameDay(iso)
  return iso === null || day === null || day === today ? timeText(iso) : dayAndTime.format(Date.parse(iso))
}

/** One or several league days (days in US Eastern time): 'Friday, July 18 ET', 'Jul 18 to Jul 19 ET'. */
export function leagueDaysText(days: readonly string[], today: string): string {
  const first = days[0] ?? today
  const last = days.at(-1) ?? first
  if (first !== last) return `${shortDayText(first)} to ${shortDayText(last)} ET`
  return `${leagueDayText(first)} ET`
}

/** Whole percent of a share between 0 and 1. */
export const percentText = (share: number): string => String(Math.round(share * 100))

/** Rounds to one decimal, the precision of averages, projections and fair lines. */
export const tenths = (value: number): number => Math.round(value * 10) / 10
