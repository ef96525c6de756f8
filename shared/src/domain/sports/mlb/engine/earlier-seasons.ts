import { expit, logit } from '../../../engine/probability.ts'
import type { Complete } from '../stat-types.ts'
import type { Trials } from './batter/steps.ts'
import { type EarlierBatting, type EarlierPitching, type EarlierSeason, sanitizeCount } from './input.ts'
import { type LeaguePrior, type LeagueRates, leagueRates } from './league-rates.ts'

/**
 * Weight of an appearance of each earlier season relative to one of this season, latest first. Pitchers: the
 * Marcel formula with this season in place of its latest one (3, 2, 1). Batters: the formula's 5, 4, 3, continued
 * by one season, for stolen bases and the share of home games; the rates of plate appearances have fitted weights
 * (`StepConstants.memory`).
 * Source: T. Tango, 'Marcel, the Monkey, Forecasting System' (tangotiger.net, December 1, 2003).
 */
const SHARES = { batting: [4 / 5, 3 / 5, 2 / 5], pitching: [2 / 3, 1 / 3] } as const

/** Number of earlier seasons that count. */
export const SEASONS_BACK = 3

/**
 * Weight of an appearance of an earlier season relative to one of this season: 0 for seasons that are too old,
 * for this one and for later ones. Age is ignored.
 * @param date of the game to be forecast, `YYYY-MM-DD`
 */
export function seasonShare(kind: keyof typeof SHARES, season: number, date: string): number {
  const back = Number(date.slice(0, 4)) - season
  return back >= 1 ? (SHARES[kind][back - 1] ?? 0) : 0
}

/** An earlier season with its weight and its league. */
export interface WeighedSeason<Totals> {
  /** Finite counts, none of them negative. */
  readonly own: Totals
  /** Weight of one appearance relative to one of this season. */
  readonly share: number
  /** Number of seasons between it and this one, plus one. */
  readonly back: number
  readonly league: LeagueRates
}

/** Earlier seasons are complete. Any of their days selects the rules of that season in `leagueRates`. */
const MIDSUMMER = '07-01'

/** Sanitises totals. Counts that are unknown are set to the league's rate, which is neutral. */
const sanitizeTotals = <Totals extends object>(
  totals: Totals,
  appearances: number,
  league: LeagueRates,
): Complete<Totals> => {
  const rates: Readonly<Record<string, number>> = { ...league }
  const known = (name: string, count: number | null) =>
    sanitizeCount(count === null ? (rates[name] ?? 0) * sanitizeCount(appearances) : count)
  return Object.fromEntries(
    Object.entries(totals).map(([name, count]) => [name, known(name, count)]),
  ) as Complete<Totals>
}

function weigh<Totals extends object>(
  seasons: readonly EarlierSeason<Totals>[],
  kind: Parameters<typeof seasonShare>[0],
  date: string,
  prior: LeaguePrior,
  appearances: (own: Totals) => number,
): WeighedSeason<Complete<Totals>>[] {
  return seasons.flatMap(({ season, own, league }) => {
    const share = seasonShare(kind, season, date)
    if (!(share > 0)) return []
    const rates = leagueRates(league, `${season}-${MIDSUMMER}`, prior)
    return [
      {
        own: sanitizeTotals(own, appearances(own), rates),
        share,
        back: Number(date.slice(0, 4)) - season,
        league: rates,
      },
    ]
  })
}

/** A batter's earlier seasons that count for a game on `date`, with their weights. */
export const battingSeasons = (
  seasons: readonly EarlierBatting[] | null | undefined,
  date: string,
  prior: LeaguePrior,
): WeighedSeason<Complete<EarlierBatting['own']>>[] =>
  weigh(seasons ?? [], 'batting', date, prior, ({ plateAppearances }) => plateAppearances)

/**
 * Whether a pitcher mostly started in a season. Otherwise the season does not count, because pitchers have
 * better rates in relief than as starters.
 */
export const mostlyStarted = ({ starts, games }: EarlierPitching['own']): boolean => 2 * starts > games

/**
 * A pitcher's earlier seasons that count for a start on `date`, with their weights. Seasons with mostly
 * relief appearances do not count.
 */
export const pitchingSeasons = (
  seasons: readonly EarlierPitching[] | null | undefined,
  date: string,
  prior: LeaguePrior,
): WeighedSeason<Complete<EarlierPitching['own']>>[] =>
  weigh(
    (seasons ?? []).filter(({ own }) => mostlyStarted(own)),
    'pitching',
    date,
    prior,
    ({ battersFaced }) => battersFaced,
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
