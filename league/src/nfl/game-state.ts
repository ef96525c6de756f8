import { normal, type Random, randomFrom } from '../world/random.ts'
import type { FootballGame } from './season.ts'

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
