import type { Course } from '../live/day-games.ts'
import type { World } from '../world/world.ts'
import { LeagueDay } from './league-day.ts'
import { LeagueIndex } from './league-index.ts'
import type { MovableClock } from './movable-clock.ts'

/** Injected failures for tests of clients: the next `times` requests to paths with this prefix fail. */
export interface Fault {
  readonly path: string
  readonly status: number
  times: number
}

/** The state of a league server. The league follows the clock, within a day and from day to day. */
export interface LeagueState {
  index(): LeagueIndex
  now(): Date
  /** Seed of weather and football; null in a replay, which has neither. */
  readonly seed: string | null
  /** The clock that tests can set; null unless the league was started with `control`. */
  readonly control: MovableClock | null
  readonly faults: Fault[]
  readonly latencyMs: number
}

/** Source of leagues. A replay has no `tonight`, because its day is fixed at its morning. */
export interface LeagueSource {
  /** Makes or reads the league of a day; called at the first request of each day. */
  readonly open: (day: string) => World
  /** Simulates the games of a day. */
  readonly tonight?: (day: string) => readonly Course[]
}

/** Returns a function that gives the league of a day at an instant. */
const follow = (first: World, { open, tonight }: LeagueSource): ((day: string, now: Date) => LeagueIndex) => {
  if (!tonight) {
    const index = new LeagueIndex(first)
    return () => index
  }
  let current = new LeagueDay(first, { open, tonight })
  return (day, now) => {
    if (current.day !== day) current = new LeagueDay(open(day), { open, tonight })
    return current.at(now)
  }
}

/**
 * Makes the state of a league server.
 * @param first the league on the day of the start
 * @param today returns the clock's day, `YYYY-MM-DD`
 * @param source makes the leagues of later days
 * @param told the remaining fields of the state
 */
export function leagueState(
  first: World,
  today: () => string,
  source: LeagueSource,
  told: Pick<LeagueState, 'now' | 'seed' | 'latencyMs' | 'control'>,
): LeagueState {
  const at = follow(first, source)
  return { ...told, index: () => at(today(), told.now()), faults: [] }
}
