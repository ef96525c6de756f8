import type { HittingCounts, PitchingCounts } from './game-counts.ts'
import { singles } from './total-bases.ts'

/** Points per event of a hitter's fantasy score (N9). */
const HITTER_POINTS = {
  single: 3,
  double: 5,
  triple: 8,
  homeRun: 10,
  run: 2,
  rbi: 2,
  walk: 2,
  hitByPitch: 2,
  stolenBase: 5,
} as const

/** Points per event of a pitcher's fantasy score (N9). */
const PITCHER_POINTS = { strikeOut: 3, earnedRun: -3, out: 1, qualityStart: 4 } as const
/** A quality start has at least six innings (18 outs) and at most three earned runs (N9). */
const QUALITY_START_OUTS = 18
const QUALITY_START_MAX_EARNED_RUNS = 3

type Batting = Pick<
  HittingCounts,
  'hits' | 'doubles' | 'triples' | 'homeRuns' | 'runs' | 'rbi' | 'baseOnBalls' | 'hitByPitch' | 'stolenBases'
>

/** Hitter fantasy score of one game, in points (N9). */
export const hitterFantasyScore = (game: Batting): number =>
  HITTER_POINTS.single * singles(game) +
  HITTER_POINTS.double * game.doubles +
  HITTER_POINTS.triple * game.triples +
  HITTER_POINTS.homeRun * game.homeRuns +
  HITTER_POINTS.run * game.runs +
  HITTER_POINTS.rbi * game.rbi +
  HITTER_POINTS.walk * game.baseOnBalls +
  HITTER_POINTS.hitByPitch * game.hitByPitch +
  HITTER_POINTS.stolenBase * game.stolenBases

/** Pitcher fantasy score of one game, in points (N9). It can be negative. */
export function pitcherFantasyScore(
  game: Pick<PitchingCounts, 'outs' | 'strikeOuts' | 'earnedRuns'>,
): number {
  const quality = game.outs >= QUALITY_START_OUTS && game.earnedRuns <= QUALITY_START_MAX_EARNED_RUNS
  return (
    PITCHER_POINTS.strikeOut * game.strikeOuts +
    PITCHER_POINTS.earnedRun * game.earnedRuns +
    PITCHER_POINTS.out * game.outs +
    (quality ? PITCHER_POINTS.qualityStart : 0)
  )
}
