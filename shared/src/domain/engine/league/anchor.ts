import type { EventTally } from '../batter/steps.ts'
import { countOf } from '../count.ts'
import type { BattingTotals } from '../input.ts'
import { BATTING_COUNTS } from './totals.ts'

/** Counts per plate appearance of all batters of a league. */
export type LeagueRates = EventTally & {
  readonly plateAppearances: 1
  readonly runs: number
  readonly rbi: number
  readonly stolenBases: number
}

/** What is taken for a league before it has played. */
export interface LeaguePrior {
  /** Plate appearances that the prior weighs beside the season's own. */
  readonly strength: number
  readonly rates: LeagueRates
  /** Share of all plate appearances that pitchers took while they batted, and what came of those. */
  readonly pitchersShare: number
  readonly pitchersRates: LeagueRates
}

/** From this day on no pitcher bats in either league: the designated hitter is universal (MLB rules, 2022). */
const NO_PITCHER_BATS_FROM = '2022-01-01'

/** Days before the game's own that the league of late goes back: whoever gathers `lately` counts as the fit did. */
export const LATELY_DAYS = 30

/** Plate appearances of the whole season mixed into the last weeks': a week of the league. */
const LATELY_STRENGTH = 8000

/**
 * The league as its batters meet it today: this season's totals with the prior mixed in by its strength, and without
 * the pitchers who batted before 2022. Everything else in the engine is told relative to these rates.
 */
export function leagueRates(totals: BattingTotals, date: string, prior: LeaguePrior): LeagueRates {
  const { strength, rates, pitchersRates } = prior
  const share = date < NO_PITCHER_BATS_FROM ? prior.pitchersShare : 0
  const played = countOf(totals.plateAppearances)
  const weight = strength / (played * (1 - share) + strength)
  const rate = (field: (typeof BATTING_COUNTS)[number]): number => {
    if (played === 0) return rates[field]
    const now = (countOf(totals[field]) / played - share * pitchersRates[field]) / (1 - share)
    return weight * rates[field] + (1 - weight) * Math.max(0, now)
  }
  const anchored = Object.fromEntries(BATTING_COUNTS.map((field) => [field, rate(field)]))
  const season = { plateAppearances: 1 as const, ...(anchored as Omit<LeagueRates, 'plateAppearances'>) }
  return possible(season) ? season : rates
}

/**
 * The season's rates with those of the last weeks mixed in.
 * @param season the league since its first day, as `leagueRates` tells it
 * @param lately totals of the last weeks; few plate appearances say little
 */
export function leagueLately(
  season: LeagueRates,
  lately: BattingTotals,
  date: string,
  prior: LeaguePrior,
): LeagueRates {
  return leagueRates(lately, date, { ...prior, strength: LATELY_STRENGTH, rates: season })
}

/** Totals may be incomplete or wrong; a league of more hits than batters is none. */
function possible(league: LeagueRates): boolean {
  const { hits, strikeOuts, baseOnBalls, hitByPitch, doubles, triples, homeRuns } = league
  return hits + strikeOuts + baseOnBalls + hitByPitch < 1 && doubles + triples + homeRuns <= hits
}
