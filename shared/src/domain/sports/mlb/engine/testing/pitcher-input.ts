import type { BattingTotals, PitcherGame, PitcherInput } from '../input.ts'

/** An average start. */
export const start = (more: Partial<PitcherGame> = {}): PitcherGame => ({
  date: '2026-05-01',
  home: true,
  started: true,
  battersFaced: 23,
  outs: 17,
  strikeOuts: 5,
  hits: 5,
  earnedRuns: 2,
  baseOnBalls: 2,
  homeRuns: 1,
  hitByPitch: 0,
  ...more,
})

/** Equal starts every fifth day; the last is on June 27. */
export const starts = (count: number, more: Partial<PitcherGame> = {}): PitcherGame[] =>
  Array.from({ length: count }, (_, i) =>
    start({
      ...more,
      date: new Date(Date.UTC(2026, 5, 27 - 5 * (count - 1 - i))).toISOString().slice(0, 10),
    }),
  )

/** Batting totals of a number of team games at average rates. */
export const batting = (games: number, more: Partial<BattingTotals> = {}): BattingTotals => ({
  games,
  plateAppearances: 38 * games,
  hits: 8.6 * games,
  doubles: 1.7 * games,
  triples: 0.15 * games,
  homeRuns: 1.3 * games,
  runs: 4.7 * games,
  rbi: 4.5 * games,
  baseOnBalls: 3.3 * games,
  hitByPitch: 0.4 * games,
  strikeOuts: 8.7 * games,
  stolenBases: 0.5 * games,
  ...more,
})

export const LEAGUE = batting(2400)

/** A pitcher at home on July 2, in an average league against an average opponent. */
export const pitcherInput = (
  games: readonly PitcherGame[],
  more: Partial<PitcherInput> = {},
  setting: Partial<PitcherInput['setting']> = {},
): PitcherInput => ({
  setting: { date: '2026-07-02', league: LEAGUE, park: null, weather: null, ...setting },
  home: true,
  throws: 'R',
  games,
  opponent: batting(80),
  ...more,
})
