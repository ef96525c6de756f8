import { CLUBS } from '../data/clubs.ts'
import type { Move } from '../world/world.ts'
import { ROSTER_PLAN, type Role, SLOTS_PER_CLUB } from './roster-plan.ts'

/** The roster of a club during a season. */
export interface ClubState {
  readonly club: number
  readonly teamId: number
  /** People (indices) by roster place. */
  readonly roster: number[]
  /** Recalled reserves: index of the injured person → roster place of the reserve. */
  readonly cover: Map<number, number>
}

export interface SeasonState {
  readonly clubs: readonly ClubState[]
  /** By person: the first day after the injury (day number). */
  readonly hurtUntil: Int32Array
  /** By person: day number of the last start. */
  readonly lastStart: Int32Array
  /** By person: fatigue in relief pitches, halved every day. */
  readonly fatigue: Float64Array
  readonly moves: Move[]
}

export function startSeason(): SeasonState {
  const people = CLUBS.length * SLOTS_PER_CLUB
  return {
    clubs: CLUBS.map(({ id }, club) => ({
      club,
      teamId: id,
      roster: ROSTER_PLAN.map((_, slot) => club * SLOTS_PER_CLUB + slot),
      cover: new Map(),
    })),
    hurtUntil: new Int32Array(people),
    lastStart: new Int32Array(people).fill(-100),
    fatigue: new Float64Array(people),
    moves: [],
  }
}

/**
 * Roster places of the given roles whose players are healthy and with the club, including recalled reserves.
 */
export function available(
  state: SeasonState,
  club: ClubState,
  roles: readonly Role[],
  day: number,
): number[] {
  const up = new Set(club.cover.values())
  const out: number[] = []
  for (let slot = 0; slot < ROSTER_PLAN.length; slot++) {
    const plan = ROSTER_PLAN[slot]
    const person = club.roster[slot]
    if (!plan || person === undefined || !roles.includes(plan.role)) continue
    if ((!plan.reserve || up.has(slot)) && (state.hurtUntil[person] ?? 0) <= day) out.push(slot)
  }
  return out
}
