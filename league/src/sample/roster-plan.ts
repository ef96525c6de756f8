import type { PositionCode } from '../world/entities.ts'

export type Role = 'regular' | 'bench' | 'starter' | 'closer' | 'setup' | 'middle'

/** One place on a club's forty-man roster. */
export interface RosterSlot {
  readonly role: Role
  readonly position: PositionCode
  /** Positions that the player can play; the first is the main position. */
  readonly covers: readonly PositionCode[]
  readonly reserve: boolean
}

const hitter = (role: 'regular' | 'bench', covers: readonly PositionCode[], reserve = false): RosterSlot => ({
  role,
  position: covers[0] ?? '10',
  covers,
  reserve,
})
const pitcher = (role: Role, reserve = false): RosterSlot => ({ role, position: '1', covers: ['1'], reserve })

/** Nine regulars, four bench players, five starters, eight relievers, and seven reserves in the minors. */
export const ROSTER_PLAN: readonly RosterSlot[] = [
  hitter('regular', ['2']),
  hitter('regular', ['3', '10']),
  hitter('regular', ['4', '6']),
  hitter('regular', ['5', '3']),
  hitter('regular', ['6', '4']),
  hitter('regular', ['7', '9']),
  hitter('regular', ['8', '7']),
  hitter('regular', ['9', '7']),
  hitter('regular', ['10', '3', '7']),
  hitter('bench', ['2']),
  hitter('bench', ['4', '5', '6', '10']),
  hitter('bench', ['7', '8', '9', '10']),
  hitter('bench', ['3', '5', '10', '7']),
  hitter('bench', ['2'], true),
  hitter('bench', ['6', '5', '4', '3'], true),
  hitter('bench', ['8', '7', '9', '10'], true),
  ...Array.from({ length: 5 }, () => pitcher('starter')),
  pitcher('closer'),
  pitcher('setup'),
  ...Array.from({ length: 6 }, () => pitcher('middle')),
  pitcher('starter', true),
  pitcher('starter', true),
  pitcher('middle', true),
  pitcher('middle', true),
]

export const SLOTS_PER_CLUB = ROSTER_PLAN.length

/** Shares of left-handers and switch hitters, near those of the Major Leagues. */
export const LEFT_HANDED_PITCHERS = 0.28
export const LEFT_HANDED_BATTERS = 0.32
export const SWITCH_HITTERS = 0.11
