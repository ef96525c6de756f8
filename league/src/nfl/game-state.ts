import { normal, type Random, randomFrom, shuffled } from '../world/random.ts'
import type { FootballGame } from './season.ts'

/**
 * A game of two clubs, by their indices in `FOOTBALL_CLUBS`: conference × 16 + division × 4 + place in the
 * division.
 */
export interface Pairing {
  readonly home: number
  readonly away: number
}
/** One game of every club. */
export type Round = readonly Pairing[]

/** A season's 17 rounds by the kind of opponent. */
export interface Rounds {
  /** Six rounds within the division; the last three repeat the first three with home and away exchanged. */
  readonly division: readonly Round[]
  /** Four rounds against one other division of the same conference. */
  readonly paired: readonly Round[]
  /** Seven rounds: against the other conference, and against the same place of the remaining divisions. */
  readonly open: readonly Round[]
}

const DIVISIONS = [0, 1, 2, 3] as const
const PLACES = [0, 1, 2, 3] as const
const club = (conference: number, division: number, place: number): number =>
  conference * 16 + division * 4 + place

/** The three ways to pair the four clubs of a division. */
const DIVISION_PAIRINGS = [
  [
    [0, 1],
    [2, 3],
  ],
  [
    [0, 2],
    [3, 1],
  ],
  [
    [0, 3],
    [1, 2],
  ],
] as const

const swapHomeAway = (round: Round): Round => round.map(({ home, away }) => ({ home: away, away: home }))

/**
 * One of four rounds (`shift` 0 to 3) in which two divisions play each other; each club has two home games in
 * the four.
 */
const against = (one: (place: number) => number, other: (place: number) => number, shift: number): Round =>
  PLACES.map((place) => {
    const first = one(place)
    const second = other((place + shift) % 4)
    return shift % 2 === 0 ? { home: first, away: second } : { home: second, away: first }
  })

/**
 * Makes the rounds of a season by the NFL's scheduling formula: six games in the division, four against
 * another division of the conference, four against a division of the other conference, two against the same
 * place of the conference's remaining divisions, and a seventeenth against the other conference.
 * @param season the year; it decides the divisions of the two conferences that meet, and the conference with
 * the ninth home game
 */
export function makeRounds(random: Random, season: number): Rounds {
  const [first, second, third, fourth] = shuffled(random, DIVISIONS)
  const pairs = [
    [first ?? 0, second ?? 1],
    [third ?? 2, fourth ?? 3],
  ] as const
  const conferences = [0, 1]
  const division = DIVISION_PAIRINGS.map((pairing) =>
    conferences.flatMap((conference) =>
      DIVISIONS.flatMap((divisionIndex) =>
        pairing.map(([a, b]) => ({
          home: club(conference, divisionIndex, a),
          away: club(conference, divisionIndex, b),
        })),
      ),
    ),
  )
  const paired = PLACES.map((shift) =>
    conferences.flatMap((conference) =>
      pairs.flatMap(([a, b]) =>
        against(
          (place) => club(conference, a, place),
          (place) => club(conference, b, place),
          shift,
        ),
      ),
    ),
  )
  const [[a, b], [c, d]] = pairs
  const samePlace = [
    [
      [a, c],
      [b, d],
    ],
    [
      [d, a],
      [c, b],
    ],
  ].map((divisionPairs) =>
    conferences.flatMap((conference) =>
      divisionPairs.flatMap(([home = 0, away = 0]) =>
        PLACES.map((place) => ({ home: club(conference, home, place), away: club(conference, away, place) })),
      ),
    ),
  )
  const rotation = season % 4
  const across = PLACES.map((shift) =>
    DIVISIONS.flatMap((divisionIndex) =>
      against(
        (place) => club(0, divisionIndex, place),
        (place) => club(1, (divisionIndex + rotation) % 4, place),
        shift,
      ),
    ),
  )
  const extra = DIVISIONS.flatMap((divisionIndex) =>
    PLACES.map((place) => {
      const afc = club(0, divisionIndex, place)
      const nfc = club(1, (divisionIndex + rotation + 2) % 4, place)
      return season % 2 === 0 ? { home: nfc, away: afc } : { home: afc, away: nfc }
    }),
  )
  return {
    division: [...division, ...division.map(swapHomeAway)],
    paired,
    open: shuffled(random, [...samePlace, ...across, extra]),
  }
}

/** The opponent of a club in a game as a list; empty if the club does not play in it. */
const opponentIn = ({ home, away }: Pairing, clubIndex: number): number[] => {
  if (home === clubIndex) return [away]
  return away === clubIndex ? [home] : []
}

/** Groups of eight clubs (two divisions) that play only each other in the `division` and `paired` rounds. */
export const groupDivisions = ({ paired }: Rounds): readonly number[][] => {
  const groups: number[][] = []
  for (let clubIndex = 0; clubIndex < 32; clubIndex++) {
    if (groups.some((group) => group.includes(clubIndex))) continue
    const opponents = paired.flatMap((round) => round.flatMap((game) => opponentIn(game, clubIndex)))
    const first = Math.floor(clubIndex / 4) * 4
    groups.push([...new Set([first, first + 1, first + 2, first + 3, ...opponents])])
  }
  return groups
}

/** Wall time of a half and of half-time, in minutes: a game takes about three hours and ten minutes. */
const HALF_MINUTES = 87
const HALFTIME_MINUTES = 14
const OVERTIME_MINUTES = 18
const QUARTER_SECONDS = 900
export const REGULATION_SECONDS = 4 * QUARTER_SECONDS
const OVERTIME_SECONDS = 600

/**
 * Points of a score and its share in percent: touchdown with extra point, field goal, touchdown without extra
 * point, touchdown with two-point conversion, safety.
 */
const SCORES = [
  [7, 55],
  [3, 36],
  [6, 5],
  [8, 3],
  [2, 1],
] as const
/** Mean number of scores of an average club in a game: 22 to 23 points. */
const SCORES_PER_CLUB = 4.05
const QUALITY_SPREAD = 0.16
const HOME_EDGE = 0.03

export interface Score {
  /** Seconds of playing time. */
  readonly at: number
  readonly home: boolean
  readonly points: number
}

/** The state of a game at an instant. */
export interface FootballState {
  readonly state: 'pre' | 'in' | 'halftime' | 'post'
  /** 0 before the game, 5 in overtime. */
  readonly period: number
  /** Seconds left in the period. */
  readonly clock: number
  readonly home: number
  readonly away: number
}

const quality = (seed: string, season: number, club: number): number =>
  QUALITY_SPREAD * normal(randomFrom(seed, 'football quality', season, club))

const drawScore = (random: Random): number => {
  let remaining = random() * 100
  for (const [points, share] of SCORES) {
    remaining -= share
    if (remaining < 0) return points
  }
  return 3
}

/** Draws the scores of a club in a game, without overtime. */
export const drawScores = (random: Random, home: boolean, mean: number): Score[] => {
  const scores: Score[] = []
  let at = 0
  for (;;) {
    at += (-Math.log(1 - random()) * REGULATION_SECONDS) / mean
    if (at >= REGULATION_SECONDS) return scores
    scores.push({ at, home, points: drawScore(random) })
  }
}

/** Points of an average score. */
export const POINTS_PER_SCORE = SCORES.reduce((sum, [points, share]) => sum + (points * share) / 100, 0)

/** The mean number of scores of both clubs. */
export function expectedScores(seed: string, game: FootballGame): { home: number; away: number } {
  const edge = quality(seed, game.season, game.home) - quality(seed, game.season, game.away)
  const tilt = edge + (game.neutral ? 0 : HOME_EDGE)
  return { home: SCORES_PER_CLUB * Math.exp(tilt), away: SCORES_PER_CLUB * Math.exp(-tilt) }
}

/**
 * All scores of a game in order of time. The game has its own seed, so every call returns the same scores.
 */
export function drawFootballScores(seed: string, game: FootballGame): readonly Score[] {
  const random = randomFrom(seed, 'football game', game.id)
  const expected = expectedScores(seed, game)
  const scores = [
    ...drawScores(random, true, expected.home),
    ...drawScores(random, false, expected.away),
  ].toSorted((a, b) => a.at - b.at)
  const sum = (home: boolean) => scores.reduce((all, s) => all + (s.home === home ? s.points : 0), 0)
  // A field goal always decides overtime here. Real ties are rare, so the sample league has none.
  if (sum(true) === sum(false)) {
    const at = REGULATION_SECONDS + OVERTIME_SECONDS * (0.3 + 0.6 * random())
    scores.push({ at, home: random() < 0.5, points: 3 })
  }
  return scores
}

/** Playing time of a game at an instant in seconds, without its end. */
export const playedAt = ({ startsAt }: Pick<FootballGame, 'startsAt'>, now: Date): number =>
  Math.max(0, playedSeconds((now.getTime() - Date.parse(startsAt)) / 60_000))

/** Playing time in seconds, from the minutes after kickoff. */
const playedSeconds = (minutes: number): number => {
  const half = REGULATION_SECONDS / 2
  const rate = half / HALF_MINUTES
  if (minutes <= HALF_MINUTES) return minutes * rate
  if (minutes <= HALF_MINUTES + HALFTIME_MINUTES) return half
  const second = (minutes - HALFTIME_MINUTES) * rate
  if (second <= REGULATION_SECONDS) return second
  return (
    REGULATION_SECONDS +
    ((minutes - HALFTIME_MINUTES - 2 * HALF_MINUTES) / OVERTIME_MINUTES) * OVERTIME_SECONDS
  )
}

/** The state of a game at an instant. */
export function findFootballState(seed: string, game: FootballGame, now: Date): FootballState {
  const minutes = (now.getTime() - Date.parse(game.startsAt)) / 60_000
  if (minutes < 0) return { state: 'pre', period: 0, clock: 0, home: 0, away: 0 }
  const scores = drawFootballScores(seed, game)
  const end = Math.max(REGULATION_SECONDS, scores.at(-1)?.at ?? 0)
  const played = Math.min(playedSeconds(minutes), end)
  const points = (home: boolean) =>
    scores.reduce((all, score) => all + (score.home === home && score.at <= played ? score.points : 0), 0)
  const period = Math.min(5, Math.floor(played / QUARTER_SECONDS) + 1)
  const total = { home: points(true), away: points(false) }
  if (played >= end) return { state: 'post', period: end > REGULATION_SECONDS ? 5 : 4, clock: 0, ...total }
  if (minutes >= HALF_MINUTES && minutes <= HALF_MINUTES + HALFTIME_MINUTES) {
    return { state: 'halftime', period: 2, clock: 0, ...total }
  }
  const ends = period === 5 ? REGULATION_SECONDS + OVERTIME_SECONDS : period * QUARTER_SECONDS
  return { state: 'in', period, clock: Math.ceil(ends - played), ...total }
}
