import type { BatterGame, BatterInput } from '../input.ts'
import { LEAGUE } from './pitcher-input.ts'

/** A start in the fourth place of the order, with one hit in four plate appearances. */
export const batterGame = (more: Partial<BatterGame> = {}): BatterGame => ({
  date: '2026-06-01',
  plateAppearances: 4,
  hits: 1,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  strikeOuts: 1,
  stolenBases: 0,
  home: true,
  slot: 4,
  started: true,
  ...more,
})

/** A left-handed batter in an away game on July 1, after forty equal starts. */
export const batterInput = (
  more: Partial<BatterInput> = {},
  setting: Partial<BatterInput['setting']> = {},
): BatterInput => ({
  setting: { date: '2026-07-01', league: LEAGUE, park: null, weather: null, ...setting },
  home: false,
  bats: 'L',
  games: Array.from({ length: 40 }, () => batterGame()),
  slot: 4,
  club: null,
  opposingStaff: null,
  opposingStarter: null,
  ...more,
})
