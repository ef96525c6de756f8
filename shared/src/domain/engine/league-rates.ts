import type { HittingCounts } from '../game-counts.ts'
import type { EventTally } from './batter/steps.ts'
import { type BattingTotals, sanitizeCount } from './input.ts'

/** Events counted in plate appearances. */
export const BATTING_COUNTS = [
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'runs',
  'rbi',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
  'stolenBases',
] as const satisfies readonly (keyof HittingCounts)[]

const totalsOf = (value: (count: keyof BattingTotals) => number): BattingTotals => ({
  games: value('games'),
  plateAppearances: value('plateAppearances'),
  hits: value('hits'),
  doubles: value('doubles'),
  triples: value('triples'),
  homeRuns: value('homeRuns'),
  runs: value('runs'),
  rbi: value('rbi'),
  baseOnBalls: value('baseOnBalls'),
  hitByPitch: value('hitByPitch'),
  strikeOuts: value('strikeOuts'),
  stolenBases: value('stolenBases'),
})

/** Totals without games. */
export const NO_TOTALS: BattingTotals = totalsOf(() => 0)

/** Sum of two totals. */
export const addTotals = (a: BattingTotals, b: BattingTotals): BattingTotals =>
  totalsOf((count) => a[count] + b[count])

/** Counts per plate appearance of all batters of a league. */
export type LeagueRates = EventTally & {
  readonly plateAppearances: 1
  readonly runs: number
  readonly rbi: number
  readonly stolenBases: number
}

/** Rates that are assumed for a league before its first games. */
export interface LeaguePrior {
  /** Weight of the prior, in plate appearances of the season. */
  readonly strength: number
  readonly rates: LeagueRates
  /** Share of plate appearances by pitchers in seasons in which they batted, and the rates of these. */
  readonly pitchersShare: number
  readonly pitchersRates: LeagueRates
}

/** From this day no pitcher bats: the designated hitter is universal (MLB rules, 2022). */
const NO_PITCHER_BATS_FROM = '2022-01-01'

/** Number of days before the game in `GameSetting.recentBatting`. Callers must use the same number as the fit. */
export const RECENT_DAYS = 30

/** Plate appearances at the season's rates mixed into the last 30 days: about a week of the league. */
const RECENT_STRENGTH = 8000

/**
 * Rates of a league: this season's totals with the prior mixed in, excluding pitchers who batted before 2022.
 * All other rates of the engine are relative to these.
 * @param totals of all clubs this season
 * @param date day of the forecast game, `YYYY-MM-DD`
 * @returns the prior's rates where the totals are impossible
 */
export function leagueRates(totals: BattingTotals, date: string, prior: LeaguePrior): LeagueRates {
  const { strength, rates, pitchersRates } = prior
  const share = date < NO_PITCHER_BATS_FROM ? prior.pitchersShare : 0
  const played = sanitizeCount(totals.plateAppearances)
  const weight = strength / (played * (1 - share) + strength)
  const rate = (field: (typeof BATTING_COUNTS)[number]): number => {
    if (played === 0) return rates[field]
    const now = (sanitizeCount(totals[field]) / played - share * pitchersRates[field]) / (1 - share)
    return weight * rates[field] + (1 - weight) * Math.max(0, now)
  }
  const anchored = Object.fromEntries(BATTING_COUNTS.map((field) => [field, rate(field)]))
  const season = { plateAppearances: 1 as const, ...(anchored as Omit<LeagueRates, 'plateAppearances'>) }
  return possible(season) ? season : rates
}

/**
 * Rates of a league in the last 30 days, shrunk toward those of the season.
 * @param season result of `leagueRates` for the season
 * @param recentBatting totals of the last 30 days; their weight grows with their plate appearances
 */
export function recentLeagueRates(
  season: LeagueRates,
  recentBatting: BattingTotals,
  date: string,
  prior: LeaguePrior,
): LeagueRates {
  return leagueRates(recentBatting, date, { ...prior, strength: RECENT_STRENGTH, rates: season })
}

/**
 * Whether rates are possible: totals of a source may be incomplete or wrong, for example with more hits than
 * batters.
 */
function possible(league: LeagueRates): boolean {
  const { hits, strikeOuts, baseOnBalls, hitByPitch, doubles, triples, homeRuns } = league
  return hits + strikeOuts + baseOnBalls + hitByPitch < 1 && doubles + triples + homeRuns <= hits
}
