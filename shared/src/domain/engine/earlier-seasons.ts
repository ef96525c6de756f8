import { countOf } from './count.ts'
import type { EarlierBatting, EarlierPitching, EarlierSeason } from './input.ts'
import { type LeaguePrior, type LeagueRates, leagueRates } from './league-rates.ts'
import { seasonShare } from './seasons/season-share.ts'

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

const sane = <Totals extends object>(totals: Totals): Totals =>
  Object.fromEntries(Object.entries(totals).map(([name, count]) => [name, countOf(count)])) as Totals

function weigh<Totals extends object>(
  seasons: readonly EarlierSeason<Totals>[],
  kind: Parameters<typeof seasonShare>[0],
  date: string,
  prior: LeaguePrior,
): WeighedSeason<Totals>[] {
  return seasons.flatMap(({ season, own, league }) => {
    const share = seasonShare(kind, season, date)
    const rates = () => leagueRates(league, `${season}-${MIDSUMMER}`, prior)
    return share > 0 ? [{ own: sane(own), share, league: rates() }] : []
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
