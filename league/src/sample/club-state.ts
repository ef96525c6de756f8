import { CLUBS } from '../data/clubs.ts'
import type { Move } from '../world/world.ts'
import { ROSTER_PLAN, type Role, SLOTS_PER_CLUB } from './roster-plan.ts'

/** A club in the course of a season: who holds which place, who is hurt, who is tired. */
export interface ClubState {
  readonly club: number
  readonly teamId: number
  /** People (indices) by roster place. */
  readonly roster: number[]
  /** Places called up for an injured one: injured person → place of the reserve. */
  readonly cover: Map<number, number>
}

export interface SeasonState {
  readonly clubs: readonly ClubState[]
  /** By person: the first day on which he is fit again. */
  readonly hurtUntil: Int32Array
  /** By person: day of the last start. */
  readonly lastStart: Int32Array
  /** By person: fatigue, in relief pitches of the last days, halved every day. */
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

/** Places of a role whose holders are fit and in the club: its own, and the reserves called up. */
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
