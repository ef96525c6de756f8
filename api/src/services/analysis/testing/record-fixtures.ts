import type { HittingGame, Line } from '@propsight/shared/contracts'
import { shippedWeights } from '@propsight/shared/domain'
import { expit, lineOnlyLogOdds, logit } from '@propsight/shared/domain/engine'
import type { PlayerRecord } from '../choose-lines.ts'

/** Fixture: a line of the board on an invented player, 1.5 total bases by default. */
export const aLine = (changes: Partial<Line> = {}): Line => ({
  id: 'line-1',
  name: 'Bo Bat',
  team: 'NYY',
  position: 'OF',
  stats: '1.5 More Total Bases',
  line: 1.5,
  statType: 'Total Bases',
  opponent: 'BOS',
  homeAway: 'HOME',
  gameTime: '2026-07-15T23:05:00Z',
  oddsType: 'standard',
  gameId: 'game-1',
  combo: false,
  promo: false,
  regularLine: null,
  ...changes,
})

const game = (day: number, homeRuns: number): HittingGame => ({
  date: `2026-06-${String(day).padStart(2, '0')}`,
  gamePk: 1_000 + day,
  opponent: 'BOS',
  homeAway: 'HOME',
  plateAppearances: 4,
  atBats: 4,
  hits: homeRuns,
  doubles: 0,
  triples: 0,
  homeRuns,
  runs: homeRuns,
  rbi: homeRuns,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 1,
})

/** The probability shown at a standard line of total bases where the engine alone says `chance`. */
export const shownAt = (chance: number): number =>
  expit(lineOnlyLogOdds(logit(chance), shippedWeights('Total Bases')))

/** `shownAt` in whole percent. */
export const shownPercent = (chance: number): number => Math.round(100 * shownAt(chance))

/**
 * Fixture: a batter's record with a forecast of total bases.
 * @param over probability of two bases or more
 */
export const aRecord = (
  over: number,
  changes: Partial<Extract<PlayerRecord, { type: 'player' }>> = {},
): PlayerRecord => {
  const distribution = { least: 0, atLeast: [1, Math.min(1, over + 0.1), over] }
  return {
    type: 'player',
    group: 'hitting',
    name: 'Bo Bat',
    team: 'NYY',
    personId: 1,
    fullName: 'Bo Bat',
    position: 'RF',
    batSide: 'R',
    pitchHand: 'R',
    games: [1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0].map((homeRuns, at) => game(at + 1, homeRuns)),
    forecasts: [{ stat: 'Total Bases', distribution, low: distribution, high: distribution, mean: 1.9 }],
    engine: 'engine-1',
    forecastGame: { date: '2026-07-15', gamePk: 77 },
    ...changes,
  }
}
