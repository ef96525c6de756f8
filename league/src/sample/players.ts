import { CLUBS } from '../data/clubs.ts'
import type { BatSide, Hand, Person } from '../world/entities.ts'
import { normal, type Random, randomFrom } from '../world/random.ts'
import {
  averageTalents,
  BAT_SIDE_CODES,
  BATTER_SPREAD,
  DOUBLE,
  EVENT_COUNT,
  HOME_RUN,
  PITCHER_SPREAD,
  SINGLE,
  STRIKE_OUT,
  type Talents,
  WALK,
} from './plate-appearance.ts'
import { inventName, type PersonName } from './player-names.ts'
import {
  LEFT_HANDED_BATTERS,
  LEFT_HANDED_PITCHERS,
  ROSTER_PLAN,
  type Role,
  type RosterSlot,
  SLOTS_PER_CLUB,
  SWITCH_HITTERS,
} from './roster-plan.ts'

/** Above all ids that the stats service has assigned, so that no id belongs to a real player. */
const FIRST_ID = 900_001
/**
 * Pairs of players with the same name: club index and roster place of both. Most are regulars, so both have
 * lines.
 */
const NAMESAKES: readonly (readonly [number, number, number, number])[] = [
  [2, 4, 21, 6],
  [5, 2, 24, 5],
  [9, 6, 16, 3],
  [13, 1, 28, 7],
  [0, 3, 19, 4],
  [7, 17, 22, 6],
]

/** Multipliers of the league's rates by role. */
const ROLE_MULTIPLIERS: Readonly<Record<Role, Readonly<Record<number, number>>>> = {
  regular: { [SINGLE]: 1.015, [HOME_RUN]: 1.08, [WALK]: 1.03, [STRIKE_OUT]: 0.98 },
  bench: { [SINGLE]: 0.95, [DOUBLE]: 0.95, [HOME_RUN]: 0.75, [WALK]: 0.93, [STRIKE_OUT]: 1.08 },
  starter: {},
  closer: { [STRIKE_OUT]: 1.22, [SINGLE]: 0.94, [HOME_RUN]: 0.85 },
  setup: { [STRIKE_OUT]: 1.14, [SINGLE]: 0.96, [HOME_RUN]: 0.92 },
  middle: { [STRIKE_OUT]: 1.02 },
}

const drawTalent = (
  random: Random,
  spread: readonly number[],
  slot: RosterSlot,
  into: Float64Array,
  at: number,
) => {
  for (let event = 0; event < EVENT_COUNT; event++) {
    const multiplier =
      (ROLE_MULTIPLIERS[slot.role][event] ?? 1) * (slot.reserve && event === SINGLE ? 0.97 : 1)
    into[at + event] = Math.exp(normal(random) * (spread[event] ?? 0)) * multiplier
  }
}

const drawBatSide = (random: Random): BatSide => {
  const u = random()
  if (u < SWITCH_HITTERS) return 'S'
  return u < SWITCH_HITTERS + LEFT_HANDED_BATTERS ? 'L' : 'R'
}

const drawHands = (random: Random, pitcher: boolean): { bats: BatSide; throws: Hand } => {
  const throws: Hand = random() < (pitcher ? LEFT_HANDED_PITCHERS : 0.06) ? 'L' : 'R'
  const bats = drawBatSide(random)
  return { throws, bats: pitcher ? throws : bats }
}

const drawBody = (random: Random, season: number) => {
  const age = 22 + Math.floor(13 * random() ** 1.6)
  const born = new Date(Date.UTC(season - age, Math.floor(random() * 12), 1 + Math.floor(random() * 28)))
  const debut = Math.max(age - 24 - Math.floor(random() * 3), 4)
  return {
    birthDate: born.toISOString().slice(0, 10),
    height: Math.round(73 + normal(random) * 2.2),
    weight: Math.round(208 + normal(random) * 17),
    debut: `${season - debut}-0${4 + Math.floor(random() * 5)}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
  }
}

/**
 * Makes the invented players of all clubs with their true talents. The index of a person is
 * `club × SLOTS_PER_CLUB + slot`. Deterministic from the seed; only ages and debuts depend on the season.
 */
export function makePlayers(seed: string, season: number): { people: Person[]; talents: Talents } {
  const taken = new Set<string>()
  const talents = averageTalents(CLUBS.length * SLOTS_PER_CLUB)
  const names = new Map<number, PersonName>()
  const naming = randomFrom(seed, 'names')
  for (const [club, slot, otherClub, otherSlot] of NAMESAKES) {
    const name = inventName(naming, taken)
    names.set(club * SLOTS_PER_CLUB + slot, name)
    names.set(otherClub * SLOTS_PER_CLUB + otherSlot, name)
  }
  const people = CLUBS.flatMap((club, clubIndex) =>
    ROSTER_PLAN.map((slot, slotIndex): Person => {
      const index = clubIndex * SLOTS_PER_CLUB + slotIndex
      const random = randomFrom(seed, 'player', index)
      const name = names.get(index) ?? inventName(naming, taken)
      const { bats, throws } = drawHands(random, slot.position === '1')
      talents.bats[index] = BAT_SIDE_CODES[bats]
      talents.throws[index] = throws === 'L' ? 1 : 0
      talents.steal[index] = Math.min(0.45, 0.07 * Math.exp(normal(random) * 0.8))
      talents.stamina[index] = 97 + normal(random) * 6
      drawTalent(random, BATTER_SPREAD, slot, talents.bat, index * EVENT_COUNT)
      drawTalent(random, PITCHER_SPREAD, slot, talents.arm, index * EVENT_COUNT)
      const status = slot.reserve ? 'minors' : 'active'
      const number = String(1 + ((slotIndex * 2 + clubIndex * 7) % 99))
      return {
        id: FIRST_ID + index,
        ...name,
        ...drawBody(random, season),
        bats,
        throws,
        number,
        position: slot.position,
        teamId: club.id,
        status,
      }
    }),
  )
  return { people, talents }
}
