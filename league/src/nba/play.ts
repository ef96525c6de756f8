import { normal, type Random, randomFrom } from '../world/random.ts'
import type { BoardLine } from '../world/world.ts'
import { COUNTS, GAME_MINUTES, type NbaGame, type NbaPlayer, nbaInjury } from './season.ts'

/** A player's line of a game. A player who did not play has a `reason`; a game of less than half a minute has 0 minutes. */
export interface NbaLine {
  readonly player: Pick<NbaPlayer, 'id' | 'name' | 'club'> & { readonly position: string }
  readonly started: boolean
  readonly minutes: number
  readonly counts: Readonly<Record<string, number>>
  readonly points: number
  readonly reason: string | null
}

/** A game at an instant. */
export interface NbaBox {
  readonly state: 'pre' | 'in' | 'post'
  readonly period: number
  readonly home: readonly NbaLine[]
  readonly away: readonly NbaLine[]
}

/** Wall time of a game. */
export const GAME_MS = 140 * 60_000
const PERIODS = 4
const STARTERS = 5
const MINUTES_SPREAD = 0.13
const SHARED_SPREAD = 0.06
/** Least minutes at which a player takes part; below it the coach leaves the player out. */
const LEAST_MINUTES = 2
const MOST_MINUTES = 44
const SHARING_PASSES = 6

/** A Poisson number (Knuth, The Art of Computer Programming 2, 3.4.1). */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

function binomial(random: Random, trials: number, chance: number): number {
  let hits = 0
  for (let trial = 0; trial < trials; trial += 1) if (random() < chance) hits += 1
  return hits
}

/** Expected counts of a player in an average game, as played without injuries. */
export function expectedCounts({ rates, accuracy, minutes }: NbaPlayer): Record<string, number> {
  const expected = Object.fromEntries(COUNTS.map((count) => [count, rates[count] * minutes]))
  return {
    ...expected,
    twosMade: (expected.twosAttempted ?? 0) * accuracy.twos,
    threesMade: (expected.threesAttempted ?? 0) * accuracy.threes,
    freeThrowsMade: (expected.freeThrowsAttempted ?? 0) * accuracy.freeThrows,
  }
}

/** Minutes of the available players: those of absent ones go to the others, as far as these can play so long. */
function drawMinutes(random: Random, available: readonly NbaPlayer[]): Map<NbaPlayer, number> {
  let drawn = available.map(({ minutes }) => minutes * Math.exp(normal(random) * MINUTES_SPREAD))
  for (let pass = 0; pass < SHARING_PASSES; pass += 1) {
    const scale = GAME_MINUTES / drawn.reduce((sum, minutes) => sum + minutes, 0)
    drawn = drawn.map((minutes) => Math.min(MOST_MINUTES, minutes * scale))
  }
  const played = available.map((player, at) => [player, Math.round(drawn[at] ?? 0)] as const)
  return new Map(played.filter(([, minutes]) => minutes >= LEAST_MINUTES))
}

function drawLine(random: Random, player: NbaPlayer, minutes: number, pace: number): Record<string, number> {
  const counts = Object.fromEntries(
    COUNTS.map((count) => [count, poisson(random, player.rates[count] * minutes * pace)]),
  )
  const { accuracy } = player
  return {
    ...counts,
    twosMade: binomial(random, counts.twosAttempted ?? 0, accuracy.twos),
    threesMade: binomial(random, counts.threesAttempted ?? 0, accuracy.threes),
    freeThrowsMade: binomial(random, counts.freeThrowsAttempted ?? 0, accuracy.freeThrows),
  }
}

/** Draws a game of a club's available players: the minutes of each who takes part, and the counts. */
export function drawClub(
  random: Random,
  available: readonly NbaPlayer[],
  pace: number,
): ReadonlyMap<NbaPlayer, { readonly minutes: number; readonly counts: Record<string, number> }> {
  const minutes = drawMinutes(random, available)
  return new Map(
    [...minutes].map(([player, played]) => [
      player,
      { minutes: played, counts: drawLine(random, player, played, pace) },
    ]),
  )
}

/** The pace of a game relative to the usual one. */
export const drawPace = (random: Random): number => Math.exp(normal(random) * SHARED_SPREAD)

/** Points of counts. */
export const pointsOf = ({
  twosMade = 0,
  threesMade = 0,
  freeThrowsMade = 0,
}: Readonly<Record<string, number>>): number => 2 * twosMade + 3 * threesMade + freeThrowsMade

/** The lines of a club after a part of the game; the whole game is drawn, and its counts grow evenly. */
function playClub(
  seed: string,
  game: NbaGame,
  roster: readonly NbaPlayer[],
  played: number,
): readonly NbaLine[] {
  const random = randomFrom(seed, 'nba game', game.id, roster[0]?.club ?? 0)
  const pace = drawPace(randomFrom(seed, 'nba pace', game.id))
  const injuries = new Map(roster.map((player) => [player, nbaInjury(seed, player, game.date)]))
  const available = roster.filter((player) => injuries.get(player) === null)
  const lines = drawClub(random, available, pace)
  const starters = new Set(available.slice(0, STARTERS))
  return roster.map((player): NbaLine => {
    const { minutes: whole = 0, counts: drawn = {} } = lines.get(player) ?? {}
    const counts = Object.fromEntries(
      Object.entries(drawn).map(([name, count]) => [name, Math.floor(count * played)]),
    )
    const injury = injuries.get(player)
    return {
      player,
      started: starters.has(player) && whole > 0,
      minutes: Math.floor(whole * played),
      counts,
      points: pointsOf(counts),
      reason: whole > 0 ? null : (injury?.toUpperCase() ?? "COACH'S DECISION"),
    }
  })
}

const scoreOf = (lines: readonly NbaLine[]): number => lines.reduce((sum, { points }) => sum + points, 0)

/** Gives the home club's first scorer a free throw more in a game that would end in a tie: there is no overtime. */
function withoutTie(home: readonly NbaLine[], away: readonly NbaLine[]): readonly NbaLine[] {
  if (scoreOf(home) !== scoreOf(away)) return home
  const first = home.findIndex(({ minutes }) => minutes > 0)
  return home.map((line, at) => {
    if (at !== first) return line
    const { freeThrowsMade = 0, freeThrowsAttempted = 0 } = line.counts
    const counts = {
      ...line.counts,
      freeThrowsMade: freeThrowsMade + 1,
      freeThrowsAttempted: freeThrowsAttempted + 1,
    }
    return { ...line, counts, points: pointsOf(counts) }
  })
}

/** Plays a game up to an instant. Every call returns the same lines. */
export function playNbaGame(
  seed: string,
  game: NbaGame,
  rosters: readonly (readonly NbaPlayer[])[],
  now: Date,
): NbaBox {
  const played = Math.min(1, Math.max(0, (now.getTime() - Date.parse(game.startsAt)) / GAME_MS))
  const play = (club: number) => playClub(seed, game, rosters[club] ?? [], played)
  const [home, away] = [play(game.home), play(game.away)]
  if (now.getTime() < Date.parse(game.startsAt)) return { state: 'pre', period: 0, home, away }
  if (played === 1) return { state: 'post', period: PERIODS, home: withoutTie(home, away), away }
  return { state: 'in', period: Math.floor(played * PERIODS) + 1, home, away }
}

/** A league of basketball at any instant: the sample NBA, or a replayed season. */
export interface NbaSource {
  /** The games of a range of days, both included, that are known at an instant. */
  games(days: { readonly from: string; readonly to: string }, now: Date): readonly NbaGame[]
  /** A game by its id; undefined for an unknown one. */
  game(id: number): NbaGame | undefined
  /** The box score of a game at an instant. */
  box(game: NbaGame, now: Date): NbaBox
  /** The players who are out on a day, with the reason. */
  injuries(day: string): readonly { readonly player: NbaLine['player']; readonly injury: string }[]
  /** The book's lines on the games to come. */
  lines(now: Date): BoardLine[]
}
