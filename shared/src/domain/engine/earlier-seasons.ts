import type { Trials } from './batter/steps.ts'
import { type EarlierBatting, type EarlierPitching, type EarlierSeason, sanitizeCount } from './input.ts'
import { type LeaguePrior, type LeagueRates, leagueRates } from './league-rates.ts'
import { expit, logit } from './probability.ts'

/** Weights of the last three seasons in the Marcel formula (see `seasonShare`), latest first. */
const MARCEL = { batting: [5, 4, 3], pitching: [3, 2, 1] } as const

/** Number of earlier seasons that count. */
export const SEASONS_BACK = 2

/**
 * Weight of a plate appearance of an earlier season relative to one of this season. Batters: 0.8 for the last
 * season and 0.6 for the one before; pitchers: 2/3 and 1/3; 0 for older seasons, for this one and for later
 * ones. The weights are published, not fitted: the current season takes the place of the formula's latest
 * one. Age is ignored.
 * Source: T. Tango, 'Marcel, the Monkey, Forecasting System' (tangotiger.net, December 1, 2003).
 * @param date of the game to be forecast, `YYYY-MM-DD`
 */
export function seasonShare(kind: keyof typeof MARCEL, season: number, date: string): number {
  const [latest] = MARCEL[kind]
  const back = Number(date.slice(0, 4)) - season
  return back >= 1 ? (MARCEL[kind][back] ?? 0) / latest : 0
}

/** An earlier season with its weight and its league. */
export interface WeighedSeason<Totals> {
  /** Finite counts, none of them negative. */
  readonly own: Totals
  /** Weight of one appearance relative to one of this season. */
  readonly share: number
  readonly league: LeagueRates
}

/** Earlier seasons are complete. Any of their days selects the rules of that season in `leagueRates`. */
const MIDSUMMER = '07-01'

const sanitizeTotals = <Totals extends object>(totals: Totals): Totals =>
  Object.fromEntries(Object.entries(totals).map(([name, count]) => [name, sanitizeCount(count)])) as Totals

function weigh<Totals extends object>(
  seasons: readonly EarlierSeason<Totals>[],
  kind: Parameters<typeof seasonShare>[0],
  date: string,
  prior: LeaguePrior,
): WeighedSeason<Totals>[] {
  return seasons.flatMap(({ season, own, league }) => {
    const share = seasonShare(kind, season, date)
    const rates = () => leagueRates(league, `${season}-${MIDSUMMER}`, prior)
    return share > 0 ? [{ own: sanitizeTotals(own), share, league: rates() }] : []
  })
}

/** A batter's earlier seasons that count for a game on `date`, with their weights. */
export const battingSeasons = (
  seasons: readonly EarlierBatting[] | null | undefined,
  date: string,
  prior: LeaguePrior,
): WeighedSeason<EarlierBatting['own']>[] => weigh(seasons ?? [], 'batting', date, prior)

/**
 * A pitcher's earlier seasons that count for a start on `date`, with their weights. Seasons with mostly
 * relief appearances do not count, because pitchers have better rates in relief than as starters.
 */
export const pitchingSeasons = (
  seasons: readonly EarlierPitching[] | null | undefined,
  date: string,
  prior: LeaguePrior,
): WeighedSeason<EarlierPitching['own']>[] =>
  weigh(
    (seasons ?? []).filter(({ own }) => 2 * own.starts > own.games),
    'pitching',
    date,
    prior,
  )

/** Trials of one step in an earlier season, with the rate of its league. */
export interface SeasonTrials extends Trials {
  readonly leagueRate: number
  /** Weight of one trial relative to one of this season. */
  readonly share: number
}

/**
 * Adds the records of earlier seasons to this season's. Their trials are multiplied by the weight of the
 * season. Their successes are converted to the current league: the log-odds relative to the league stay the
 * same.
 * @param leagueRate rate of the current league
 */
export function addSeasonTrials(
  record: Trials,
  leagueRate: number,
  seasons: readonly SeasonTrials[],
): Trials {
  let { yes, of } = record
  for (const season of seasons) {
    if (season.of === 0) continue
    const against = logit(season.yes / season.of) - logit(season.leagueRate)
    of += season.share * season.of
    yes += season.share * season.of * expit(logit(leagueRate) + against)
  }
  return { yes, of }
}
