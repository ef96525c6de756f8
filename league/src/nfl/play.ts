import { FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { inventName } from '../sample/players.ts'
import { normal, type Random, randomFrom } from '../world/random.ts'
import { dayNumber } from '../world/world.ts'
import { REGULATION_SECONDS, type Score } from './game-state.ts'

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

/** Counts of a player in a game. */
export const COUNTS = [
  'passAttempts',
  'completions',
  'passYards',
  'passTouchdowns',
  'interceptions',
  'carries',
  'rushYards',
  'rushTouchdowns',
  'targets',
  'receptions',
  'receivingYards',
  'receivingTouchdowns',
] as const
type Count = (typeof COUNTS)[number]
export type NflCounts = Record<Count, number>
/** Counts of the players who are in the box score. */
export type NflLines = ReadonlyMap<NflPlayer, Readonly<NflCounts>>

/** Passes and carries of a club without its touchdowns, and how much games differ. */
const PLAYS = { passes: 32, carries: 25 } as const
const PLAYS_SPREAD = 0.13
/** Share of passes that are thrown to somebody, and of touchdowns that are passes. */
const AIMED = 0.95
const PASSED_TOUCHDOWNS = 0.6
/** Shape of a gain: yards are a gamma variable of this shape, a carry has some yards less. */
const LOSS = 2
const LONGEST = 75

/** A play of a club: what it adds to the counts of its players. */
interface Play {
  readonly at: number
  readonly counts: readonly (readonly [NflPlayer, Partial<NflCounts>])[]
}

const gain = (random: Random, mean: number): number =>
  // The sum of two exponential variables has a gamma distribution of shape 2.
  Math.min(LONGEST, Math.round((-Math.log(1 - random()) - Math.log(1 - random())) * (mean / 2)))

function choose(random: Random, players: readonly NflPlayer[], weight: 'carries' | 'targets') {
  let left = random() * players.reduce((sum, player) => sum + player[weight], 0)
  for (const player of players) {
    left -= player[weight]
    if (left < 0) return player
  }
  return undefined
}

function passPlay(
  random: Random,
  at: number,
  passer: NflPlayer,
  others: readonly NflPlayer[],
  scores: boolean,
): Play {
  const target = choose(random, others, 'targets')
  if (!target || (!scores && random() >= AIMED)) return { at, counts: [[passer, { passAttempts: 1 }]] }
  const yards = Math.max(1, gain(random, target.yardsPerCatch))
  const touchdowns = scores ? 1 : 0
  if (scores || random() < target.catches)
    return {
      at,
      counts: [
        [passer, { passAttempts: 1, completions: 1, passYards: yards, passTouchdowns: touchdowns }],
        [target, { targets: 1, receptions: 1, receivingYards: yards, receivingTouchdowns: touchdowns }],
      ],
    }
  const caughtByOpponent = random() < passer.interceptions / (1 - target.catches)
  return {
    at,
    counts: [
      [passer, { passAttempts: 1, interceptions: caughtByOpponent ? 1 : 0 }],
      [target, { targets: 1 }],
    ],
  }
}

function carryPlay(random: Random, at: number, runners: readonly NflPlayer[], scores: boolean): Play {
  const runner = choose(random, runners, 'carries')
  if (!runner) return { at, counts: [] }
  const yards = gain(random, runner.yardsPerCarry + LOSS) - LOSS
  const rushYards = scores ? Math.max(1, yards) : yards
  return { at, counts: [[runner, { carries: 1, rushYards, rushTouchdowns: scores ? 1 : 0 }]] }
}

/** Points of a touchdown with or without what follows it. */
const TOUCHDOWNS: ReadonlySet<number> = new Set([6, 7, 8])

/**
 * Draws the plays of a club's offense: passes, carries, and one of them for each touchdown of its scores.
 * @param available the players of the club who can play
 */
function drawPlays(random: Random, available: readonly NflPlayer[], scores: readonly Score[]): Play[] {
  const passer = available.find(({ position }) => position === 'QB')
  if (!passer) return []
  const others = available.filter(({ position }) => position !== 'QB')
  const runners = [passer, ...others]
  const lean = Math.exp(normal(random) * PLAYS_SPREAD)
  const times = (mean: number) =>
    Array.from(
      { length: Math.round(mean * Math.exp(normal(random) * PLAYS_SPREAD)) },
      () => random() * REGULATION_SECONDS,
    )
  const touchdowns = scores.filter(({ points }) => TOUCHDOWNS.has(points))
  return [
    ...times(PLAYS.passes * lean).map((at) => passPlay(random, at, passer, others, false)),
    ...times(PLAYS.carries / lean).map((at) => carryPlay(random, at, runners, false)),
    ...touchdowns.map(({ at }) =>
      random() < PASSED_TOUCHDOWNS
        ? passPlay(random, at, passer, others, true)
        : carryPlay(random, at, runners, true),
    ),
  ]
}

/**
 * The counts of a club's players after some seconds of playing time. Every call with the same generator draws the same
 * game.
 * @param scores of the club
 */
export function playClub(
  random: Random,
  available: readonly NflPlayer[],
  scores: readonly Score[],
  played: number,
): NflLines {
  const lines = new Map<NflPlayer, NflCounts>()
  for (const { at, counts } of drawPlays(random, available, scores)) {
    if (at > played) continue
    for (const [player, added] of counts) {
      const line = lines.get(player) ?? (Object.fromEntries(COUNTS.map((count) => [count, 0])) as NflCounts)
      lines.set(player, line)
      for (const count of COUNTS) line[count] += added[count] ?? 0
    }
  }
  return lines
}
