import { battingSeasons } from '../earlier-seasons.ts'
import { type BattingTotals, type OpposingBatter, type OpposingLineup, sanitizeCount } from '../input.ts'
import { isUnknownTotal, type LeaguePrior, type LeagueRates, NO_PITCHER_BATS_FROM } from '../league-rates.ts'

/** Rates of a lineup that are features of a start. Runs are not a property of single batters. */
const LINEUP_COUNTS = ['strikeOuts', 'baseOnBalls', 'hits'] as const
type LineupCount = (typeof LINEUP_COUNTS)[number]

/** Logarithms of a lineup's rates, relative to the league's. `onBase`: hits, walks and hit batters. */
export type LineupRates = Readonly<Record<LineupCount | 'onBase', number>>

/**
 * Plate appearances at the league's rate mixed into a batter's record. Chosen near the published points of
 * stabilisation (strikeouts 60, walks 120, hits more than 900: R. Carleton, Baseball Prospectus, 2012). For
 * strikeouts 50 and 100 fit the starts of 2016 and 2025 equally well.
 */
const STRENGTH: Readonly<Record<LineupCount, number>> = { strikeOuts: 60, baseOnBalls: 200, hits: 400 }

/** Rates of pitchers at bat relative to the league's (Retrosheet, 2015, 2016 and 2019). */
const PITCHERS: Readonly<Record<LineupCount, number>> = { strikeOuts: 1.9, baseOnBalls: 0.4, hits: 0.5 }

/** Walks include hit batters, as in the features of the opposing club. */
const rateOf = (league: LeagueRates, count: LineupCount): number =>
  count === 'baseOnBalls' ? league.baseOnBalls + league.hitByPitch : league[count]

function eventsOf(totals: BattingTotals, count: LineupCount, league: LeagueRates): number {
  if (count !== 'baseOnBalls') return sanitizeCount(totals[count])
  const usual = league.hitByPitch * sanitizeCount(totals.plateAppearances)
  const hit = isUnknownTotal(totals.hitByPitch, usual) ? usual : sanitizeCount(totals.hitByPitch)
  return sanitizeCount(totals.baseOnBalls) + hit
}

/** The rates of one batter: this season and weighted earlier seasons, shrunk toward the league. */
function ratesOf(
  { totals, earlier, pitcher }: OpposingBatter,
  league: LeagueRates,
  date: string,
  prior: LeaguePrior,
): Record<LineupCount, number> {
  const seasons = battingSeasons(earlier, date, prior)
  const atBat = pitcher === true && date < NO_PITCHER_BATS_FROM
  const rate = (count: LineupCount): number => {
    const usual = rateOf(league, count)
    let trials = STRENGTH[count]
    let events = STRENGTH[count] * usual * (atBat ? PITCHERS[count] : 1)
    const add = (own: BattingTotals, weight: number, scale: number, then: LeagueRates): void => {
      const appearances = sanitizeCount(own.plateAppearances)
      trials += weight * appearances
      events += weight * scale * Math.min(appearances, eventsOf(own, count, then))
    }
    if (totals) add(totals, 1, 1, league)
    for (const { own, share, league: then } of seasons) add(own, share, usual / rateOf(then, count), then)
    return events / trials
  }
  return { strikeOuts: rate('strikeOuts'), baseOnBalls: rate('baseOnBalls'), hits: rate('hits') }
}

/**
 * Rates of the batters whom a pitcher is expected to face, weighted by their shares.
 * @param league this season's rates
 * @returns null without a batter who has a positive share
 */
export function lineupRates(
  lineup: OpposingLineup | null | undefined,
  league: LeagueRates,
  date: string,
  prior: LeaguePrior,
): LineupRates | null {
  const sums: Record<LineupCount, number> = { strikeOuts: 0, baseOnBalls: 0, hits: 0 }
  let weights = 0
  for (const batter of lineup?.batters ?? []) {
    const share = sanitizeCount(batter.share)
    if (share === 0) continue
    weights += share
    const rates = ratesOf(batter, league, date, prior)
    for (const count of LINEUP_COUNTS) sums[count] += share * rates[count]
  }
  if (weights === 0) return null
  const log = (seen: number, usual: number): number =>
    Math.log(Math.min(3, Math.max(1 / 3, seen / weights / usual)))
  const onBase = rateOf(league, 'hits') + rateOf(league, 'baseOnBalls')
  return {
    strikeOuts: log(sums.strikeOuts, rateOf(league, 'strikeOuts')),
    baseOnBalls: log(sums.baseOnBalls, rateOf(league, 'baseOnBalls')),
    hits: log(sums.hits, rateOf(league, 'hits')),
    onBase: log(sums.hits + sums.baseOnBalls, onBase),
  }
}
