import { ABROAD, FOOTBALL_CLUBS, type FootballVenue } from '../data/football-clubs.ts'
import { dateOf, instantOf } from '../world/calendar.ts'
import { type Random, shuffled } from '../world/random.ts'
import type { Meeting } from './rounds.ts'

/** A scheduled football game. */
export interface FootballGame {
  readonly id: string
  readonly season: number
  /** From 1. */
  readonly week: number
  /** The day in US Eastern time, `YYYY-MM-DD`. */
  readonly date: string
  /** Kickoff, UTC instant. */
  readonly startsAt: string
  /** Indices in `FOOTBALL_CLUBS`. */
  readonly home: number
  readonly away: number
  readonly venue: FootballVenue
  readonly neutral: boolean
}

type Slot = 'thursday' | 'morning' | 'early' | 'late' | 'later' | 'night' | 'monday'

/** Days after the week's Thursday, and kickoff as Eastern wall time. */
const SLOTS: Readonly<Record<Slot, readonly [number, string]>> = {
  thursday: [0, '20:15'],
  morning: [3, '09:30'],
  early: [3, '13:00'],
  late: [3, '16:05'],
  later: [3, '16:25'],
  night: [3, '20:20'],
  monday: [4, '20:15'],
}

/** Weeks with a game outside the USA, on Sunday morning. */
const ABROAD_WEEKS = new Set([4, 6, 9, 12])
const WEST = new Set(['America/Los_Angeles', 'America/Denver', 'America/Phoenix'])

const venueOf = (game: Meeting): FootballVenue => FOOTBALL_CLUBS[game.home]?.venue ?? ABROAD

/** The second game of the week in a stadium that two clubs share. It moves to Monday or Thursday. */
const doubled = (games: readonly Meeting[]): Meeting[] => {
  const seen = new Set<string>()
  return games.filter((game) => {
    const { id } = venueOf(game)
    const twice = seen.has(id)
    seen.add(id)
    return twice
  })
}

const assign = (random: Random, games: readonly Meeting[], week: number): Map<Meeting, Slot> => {
  const slots = new Map<Meeting, Slot>()
  const moved = doubled(games)
  const free = shuffled(
    random,
    games.filter((game) => !moved.includes(game)),
  )
  const open: Slot[] = ['monday', 'thursday', 'night']
  for (const game of moved) slots.set(game, open.shift() ?? 'night')
  for (const slot of open) {
    const game = free.shift()
    if (game) slots.set(game, slot)
  }
  const abroad = ABROAD_WEEKS.has(week)
    ? free.findIndex((game) => !WEST.has(venueOf(game).timeZone) && !venueOf(game).indoor)
    : -1
  for (const game of abroad < 0 ? [] : free.splice(abroad, 1)) slots.set(game, 'morning')
  const east = free.filter((game) => !WEST.has(venueOf(game).timeZone))
  // Games in the West start in the local early afternoon; two games of the East join the late window.
  for (const game of free) {
    const later = east.indexOf(game) >= 0 && east.indexOf(game) < 2
    const western = WEST.has(venueOf(game).timeZone)
    slots.set(game, later ? 'later' : western ? (random() < 0.5 ? 'late' : 'later') : 'early')
  }
  return slots
}

/**
 * Gives the games of a week their days and kickoff times.
 * @param at the week (`week` counts from 1; `thursday` is the day number of its first day, see `dayNumber`)
 */
export function scheduleWeek(
  random: Random,
  games: readonly Meeting[],
  at: { readonly season: number; readonly week: number; readonly thursday: number },
): FootballGame[] {
  const { season, week, thursday } = at
  return [...assign(random, games, week)].map(([game, slot]): FootballGame => {
    const [days, time] = SLOTS[slot]
    const date = dateOf(thursday + days)
    const neutral = slot === 'morning'
    const id = `4${season % 100}${String(week).padStart(2, '0')}${String(game.home).padStart(2, '0')}${String(game.away).padStart(2, '0')}`
    const startsAt = instantOf(date, time, 'America/New_York')
    return { id, season, week, date, startsAt, ...game, venue: neutral ? ABROAD : venueOf(game), neutral }
  })
}
