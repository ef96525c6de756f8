import { countOf } from '../count.ts'
import type { EarlierBatting, EarlierPitching, EarlierSeason } from '../input.ts'
import { type LeaguePrior, type LeagueRates, leagueRates } from '../league/anchor.ts'
import { seasonShare } from './season-share.ts'

/** An earlier season with what it is worth today and what was usual in it. */
export interface WeighedSeason<Totals> {
  /** Finite counts, none of them negative. */
  readonly own: Totals
  /** Worth of one appearance, beside one of this season. */
  readonly share: number
  readonly league: LeagueRates
}

/** Leagues of earlier seasons are whole: any of their days tells by which rules they were played. */
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

/** A batter's earlier seasons, as far as they say anything about a game of this day. */
export const battingSeasons = (
  seasons: readonly EarlierBatting[] | null | undefined,
  date: string,
  prior: LeaguePrior,
): WeighedSeason<EarlierBatting['own']>[] => weigh(seasons ?? [], 'batting', date, prior)

/**
 * A pitcher's earlier seasons, as far as they say anything about a start of this day: those in which he mostly started.
 * Out of the bullpen rates are better than the same man's as a starter.
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
