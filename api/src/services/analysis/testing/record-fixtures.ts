import type { HittingGame, Line } from '@propsight/shared/contracts'
import { expit, lineOnlyLogOdds, logit } from '@propsight/shared/domain/engine'
import { shippedWeights } from '@propsight/shared/domain/prop'
import { showForecasts } from '../../props/show-forecasts.ts'
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

/** The probability, with four decimals, that is shown at a standard line of total bases where the engine alone says `chance`. */
export const shownAt = (chance: number): number =>
  Math.round(10_000 * expit(lineOnlyLogOdds(logit(chance), shippedWeights('Total Bases', 'pickem')))) / 10_000

/** `shownAt` in whole percent. */
export const shownPercent = (chance: number): number => Math.round(100 * shownAt(chance))

const SUBJECT = { gamePk: 77, personId: 1, names: ['Bo Bat'], team: 'NYY', startsAt: null }
const STANDARD = {
  evidence: { prices: [], standardLine: 1.5, lineSource: 'pickem' as const, offered: [] },
  quotes: [],
  evidenceKey: 'standard 1.5',
  key: 'standard 1.5',
}

/**
 * Fixture: a batter's record with a forecast of total bases, on which the book has the standard line 1.5.
 * @param over probability of two bases or more
 */
export const aRecord = (
  over: number,
  changes: Partial<Extract<PlayerRecord, { type: 'player' }>> = {},
): PlayerRecord => {
  const distribution = { least: 0, atLeast: [1, Math.min(1, over + 0.1), over] }
  const market = { stat: 'Total Bases', distribution, low: distribution, high: distribution }
  const shown = showForecasts([{ ...market, mean: 1.9 }], SUBJECT, () => STANDARD)
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
    forecasts: shown,
    engine: 'engine-1',
    forecastGame: { date: '2026-07-15', gamePk: 77 },
    ...changes,
  }
}
