import { addTotals, type BattingTotals, NO_TOTALS } from '@propsight/shared/domain/engine'
import type { ClubHitting, ClubPitching } from '../../../sources/stats/format/season-stats.ts'

/** Season totals of all clubs, by the club ids of the stats service. */
export interface LeagueTotals {
  readonly league: BattingTotals
  /** Batting of all clubs in the last thirty days; null when unknown. */
  readonly recentBatting: BattingTotals | null
  /** Batting of each club. */
  readonly clubs: ReadonlyMap<number, BattingTotals>
  /** Batting against the pitchers of each club. */
  readonly staffs: ReadonlyMap<number, BattingTotals>
}

/** Converts a batting line of a season to engine input. */
export const toBattingTotals = ({ gamesPlayed, ...counts }: ClubHitting['stat']): BattingTotals => ({
  games: gamesPlayed,
  ...counts,
})

/**
 * Derives the batting against a staff from its pitching line. A pitching line never has RBI, and
 * some sources omit doubles, triples, hit batsmen or stolen bases. Missing counts are set to the league's
 * share, which is neutral.
 */
function battingAgainst(stat: ClubPitching['stat'], league: BattingTotals): BattingTotals {
  const { gamesPlayed, battersFaced, hits, homeRuns, runs, baseOnBalls, strikeOuts } = stat
  const share = (part: keyof BattingTotals, total: number, value: number) =>
    total > 0 ? (league[part] / total) * value : 0
  const inPlay = (part: 'doubles' | 'triples') => share(part, league.hits - league.homeRuns, hits - homeRuns)
  const perAppearance = (part: 'hitByPitch' | 'stolenBases') =>
    share(part, league.plateAppearances, battersFaced)
  return {
    games: gamesPlayed,
    plateAppearances: battersFaced,
    hits,
    doubles: stat.doubles ?? inPlay('doubles'),
    triples: stat.triples ?? inPlay('triples'),
    homeRuns,
    runs,
    rbi: share('rbi', league.runs, runs),
    baseOnBalls,
    hitByPitch: stat.hitBatsmen ?? perAppearance('hitByPitch'),
    strikeOuts,
    stolenBases: stat.stolenBases ?? perAppearance('stolenBases'),
  }
}

/** Adds up all clubs; null without plate appearances. */
function sumClubs(clubs: readonly ClubHitting[] | null): BattingTotals | null {
  const totals = (clubs ?? []).map(({ stat }) => toBattingTotals(stat)).reduce(addTotals, NO_TOTALS)
  return totals.plateAppearances > 0 ? totals : null
}

/**
 * Computes the league and club totals that forecasts use as a baseline.
 * @param pitching null when it could not be read; `staffs` is then empty
 * @param recentBatting batting of the clubs in the last thirty days; null when it could not be read
 */
export function leagueTotals(
  batting: readonly ClubHitting[],
  pitching: readonly ClubPitching[] | null,
  recentBatting: readonly ClubHitting[] | null,
): LeagueTotals {
  const clubs = new Map(batting.map(({ team, stat }) => [team.id, toBattingTotals(stat)]))
  const league = [...clubs.values()].reduce(addTotals, NO_TOTALS)
  const staffs = new Map((pitching ?? []).map(({ team, stat }) => [team.id, battingAgainst(stat, league)]))
  return { league, recentBatting: sumClubs(recentBatting), clubs, staffs }
}
