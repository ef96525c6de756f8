import type { HittingCounts } from '../stat-types.ts'
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

/** Totals without games. */
export const NO_TOTALS: BattingTotals = {
  games: 0,
  plateAppearances: 0,
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  strikeOuts: 0,
  stolenBases: 0,
}

/** The counts that a source may lack. */
type OptionalCount = 'runs' | 'rbi' | 'hitByPitch' | 'stolenBases'

/**
 * Sum of a count of two totals. Where one of them lacks it, the other's is scaled to all plate appearances;
 * null without a plate appearance in which it was counted.
 */
function addOptional(a: BattingTotals, b: BattingTotals, count: OptionalCount): number | null {
  const one = a[count]
  const other = b[count]
  if (one !== null && other !== null) return one + other
  const known = other === null ? a : b
  const value = known[count]
  if (value === null || !(known.plateAppearances > 0)) return null
  return (value * (a.plateAppearances + b.plateAppearances)) / known.plateAppearances
}

/** Sum of two totals. */
export const addTotals = (a: BattingTotals, b: BattingTotals): BattingTotals => ({
  games: a.games + b.games,
  plateAppearances: a.plateAppearances + b.plateAppearances,
  hits: a.hits + b.hits,
  doubles: a.doubles + b.doubles,
  triples: a.triples + b.triples,
  homeRuns: a.homeRuns + b.homeRuns,
  runs: addOptional(a, b, 'runs'),
  rbi: addOptional(a, b, 'rbi'),
  baseOnBalls: a.baseOnBalls + b.baseOnBalls,
  hitByPitch: addOptional(a, b, 'hitByPitch'),
  strikeOuts: a.strikeOuts + b.strikeOuts,
  stolenBases: addOptional(a, b, 'stolenBases'),
})

/**
 * From this expected count a total of 0 means that the source does not count the event. The chance of a real
 * 0 is negligible, also for runs, which are clustered: 50 are about eleven games of a club.
 */
const LEAST_EXPECTED = 50

/** Whether a total is unknown: null, or 0 where `expected` events are usual. */
export const isUnknownTotal = (total: number | null, expected: number): boolean =>
  total === null || (sanitizeCount(total) === 0 && expected >= LEAST_EXPECTED)

const OPTIONAL: ReadonlySet<string> = new Set<OptionalCount>(['runs', 'rbi', 'hitByPitch', 'stolenBases'])

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
export const NO_PITCHER_BATS_FROM = '2022-01-01'

/** Number of days before the game in `GameSetting.recentBatting`. Callers must use the same number as the fit. */
export const RECENT_DAYS = 30

/** Plate appearances at the season's rates mixed into the last 30 days: about a week of the league. */
const RECENT_STRENGTH = 8000

/**
 * Rates of a league: this season's totals with the prior mixed in, excluding pitchers who batted before 2022.
 * All other rates of the engine are relative to these.
 * @param totals of all clubs this season
 * @param date day of the forecast game, `YYYY-MM-DD`
 * @returns the prior's rates where the totals are impossible; the prior's rate of a count that is unknown
 */
export function leagueRates(totals: BattingTotals, date: string, prior: LeaguePrior): LeagueRates {
  const { strength, rates, pitchersRates } = prior
  const share = date < NO_PITCHER_BATS_FROM ? prior.pitchersShare : 0
  const played = sanitizeCount(totals.plateAppearances)
  const weight = strength / (played * (1 - share) + strength)
  const rate = (field: (typeof BATTING_COUNTS)[number]): number => {
    if (played === 0) return rates[field]
    if (OPTIONAL.has(field) && isUnknownTotal(totals[field], played * rates[field])) return rates[field]
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
