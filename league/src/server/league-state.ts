import type { Course } from '../live/tonight.ts'
import type { World } from '../world/world.ts'
import { LeagueDay } from './league-day.ts'
import { LeagueIndex } from './league-index.ts'
import type { MovableClock } from './movable-clock.ts'

/** Answers to give instead of the real ones: a door for tests of clients. */
export interface Fault {
  readonly path: string
  readonly status: number
  times: number
}

/** The league that a server answers from: it moves on with its clock, within a day and from one to the next. */
export interface LeagueState {
  index(): LeagueIndex
  now(): Date
  /** What weather and football are made from; null in a replay, which invents neither. */
  readonly seed: string | null
  /** The clock that tests move, where the league was started with one. */
  readonly control: MovableClock | null
  readonly faults: Fault[]
  readonly latencyMs: number
}

/** Where leagues come from. A replay has no courses: its day stands still. */
export interface LeagueSource {
  /** The league of a day; called once per day, when somebody asks. */
  readonly open: (day: string) => World
  /** The courses of a day's games. */
  readonly tonight?: (day: string) => readonly Course[]
}

/** The league by an instant, day after day. */
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
 * @param first the league on the day of the start
 * @param today the clock's day
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
