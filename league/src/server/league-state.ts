import type { World } from '../world/world.ts'
import { LeagueIndex } from './league-index.ts'

/** Answers to give instead of the real ones: a door for tests of clients. */
export interface Fault {
  readonly path: string
  readonly status: number
  times: number
}

/** The league that a server answers from: it moves on when its clock reaches another day. */
export interface LeagueState {
  index(): LeagueIndex
  now(): Date
  /** What weather and football are made from; null in a replay, which invents neither. */
  readonly seed: string | null
  readonly faults: Fault[]
  readonly latencyMs: number
}

/**
 * @param first the league on the day of the start
 * @param today the clock's day
 * @param make makes the league of another day; called once per day, when somebody asks
 */
export function leagueState(
  first: World,
  today: () => string,
  make: (day: string) => World,
  { now, seed, latencyMs }: Pick<LeagueState, 'now' | 'seed' | 'latencyMs'>,
): LeagueState {
  let index = new LeagueIndex(first)
  return {
    index: () => {
      const day = today()
      if (index.world.day !== day) index = new LeagueIndex(make(day))
      return index
    },
    now,
    seed,
    faults: [],
    latencyMs,
  }
}
