import { FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { inventName } from '../sample/players.ts'
import { normal, type Random, randomFrom } from '../world/random.ts'
import { dayNumber } from '../world/world.ts'

type Position = 'QB' | 'RB' | 'WR' | 'TE' | 'LB'

/** Shares of a player in the plays of his club, and what comes of each. */
interface Talent {
  readonly carries: number
  readonly targets: number
  /** Share of the passes thrown to him that he catches, and share of his passes that are intercepted. */
  readonly catches: number
  readonly interceptions: number
  readonly yardsPerCatch: number
  readonly yardsPerCarry: number
}

/** Position, share of carries and share of targets of a roster by place. */
const ROSTER: readonly (readonly [Position, number, number])[] = [
  ['QB', 0.15, 0],
  ['QB', 0.1, 0],
  ['RB', 0.52, 0.12],
  ['RB', 0.24, 0.07],
  ['RB', 0.06, 0.02],
  ['WR', 0.02, 0.25],
  ['WR', 0.01, 0.2],
  ['WR', 0, 0.13],
  ['WR', 0, 0.05],
  ['TE', 0, 0.16],
  ['TE', 0, 0.04],
  ['LB', 0, 0],
]

/** Catches, yards of a catch and yards of a carry of an average player. */
const USUAL: Readonly<Record<Position, readonly [number, number, number]>> = {
  QB: [0, 0, 5],
  RB: [0.78, 7.6, 4.3],
  WR: [0.64, 12.6, 5.5],
  TE: [0.71, 10.6, 4],
  LB: [0, 0, 0],
}
const INTERCEPTED = 0.024
/** Log spread of talents. */
const SPREAD = { share: 0.16, catches: 0.05, yards: 0.07 } as const
/** Below the ids that ESPN has assigned, above those of the sample NBA. */
const FIRST_ID = 7_100_001

/** An invented player with the true rates. */
export interface NflPlayer extends Talent {
  readonly id: number
  readonly name: string
  readonly club: number
  /** From 0; the first of a position starts. */
  readonly place: number
  readonly position: Position
}

const skewed = (random: Random, spread: number): number => Math.exp(normal(random) * spread)

/** Makes the rosters of all clubs, by index of the club. Deterministic by seed. */
export function makeNflRosters(seed: string): readonly (readonly NflPlayer[])[] {
  const taken = new Set<string>()
  const naming = randomFrom(seed, 'nfl names')
  return FOOTBALL_CLUBS.map((_, club) =>
    ROSTER.map(([position, carries, targets], place): NflPlayer => {
      const random = randomFrom(seed, 'nfl player', club, place)
      const [catches, yardsPerCatch, yardsPerCarry] = USUAL[position]
      return {
        id: FIRST_ID + club * ROSTER.length + place,
        name: inventName(naming, taken).fullName,
        ...{ club, place, position },
        carries: carries * skewed(random, SPREAD.share),
        targets: targets * skewed(random, SPREAD.share),
        catches: Math.min(0.9, catches * skewed(random, SPREAD.catches)),
        interceptions: INTERCEPTED * skewed(random, SPREAD.share),
        yardsPerCatch: yardsPerCatch * skewed(random, SPREAD.yards),
        yardsPerCarry: yardsPerCarry * skewed(random, SPREAD.yards),
      }
    }),
  )
}

/** Weeks of reports end with the game on Monday. Day 0 of the calendar of day numbers was a Thursday. */
const WEEK = 7
const TUESDAY = -2
const WEEKS_OF_INJURY = 2
const INJURED_SHARE = 0.06
const INJURIES = ['Ankle', 'Knee', 'Hamstring', 'Shoulder', 'Concussion', 'Calf'] as const

/** Why a player is out in the week of a day; null for one who can play. */
export function nflInjury(seed: string, player: NflPlayer, day: string): string | null {
  const spell = Math.floor((Math.floor((dayNumber(day) - TUESDAY) / WEEK) + player.id) / WEEKS_OF_INJURY)
  const random = randomFrom(seed, 'nfl injury', player.id, spell)
  if (random() >= INJURED_SHARE) return null
  return INJURIES[Math.floor(random() * INJURIES.length)] ?? null
}
