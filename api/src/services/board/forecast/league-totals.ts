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

/** The league's share of a count in another one, times that of a club; null where one of them is unknown. */
function shareOf(part: number | null, total: number | null, value: number | null): number | null {
  if (value === 0) return 0
  if (part === null || value === null || total === null || total === 0) return null
  return (part / total) * value
}

/**
 * Derives the batting against a staff from its pitching line. A pitching line never has RBI, and
 * some sources omit doubles, triples, hit batsmen or stolen bases. Missing counts are set to the league's
 * share, which is neutral, or null where the league lacks them too.
 */
function battingAgainst(stat: ClubPitching['stat'], league: BattingTotals): BattingTotals {
  const { gamesPlayed, battersFaced, hits, homeRuns, runs, baseOnBalls, strikeOuts } = stat
  const inPlay = (part: 'doubles' | 'triples') => {
    const leagueHits = league.hits - league.homeRuns
    return leagueHits > 0 ? (league[part] / leagueHits) * (hits - homeRuns) : 0
  }
  const perAppearance = (part: 'hitByPitch' | 'stolenBases') =>
    shareOf(league[part], league.plateAppearances, battersFaced)
  return {
    games: gamesPlayed,
    plateAppearances: battersFaced,
    hits,
    doubles: stat.doubles ?? inPlay('doubles'),
    triples: stat.triples ?? inPlay('triples'),
    homeRuns,
    runs,
    rbi: shareOf(league.rbi, league.runs, runs),
    baseOnBalls,
    hitByPitch: stat.hitBatsmen ?? perAppearance('hitByPitch'),
    strikeOuts,
    stolenBases: stat.stolenBases ?? perAppearance('stolenBases'),
  }
}

/** Runs allowed by all clubs; null unless all clubs count them. */
const sumRuns = (clubs: readonly ClubPitching[] | null): number | null =>
  (clubs ?? []).reduce<number | null>(
    (sum, { stat }) => (sum === null || stat.runs === null ? null : sum + stat.runs),
    clubs?.length ? 0 : null,
  )

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
  const batted = [...clubs.values()].reduce(addTotals, NO_TOTALS)
  // The runs of all batters are those that all pitchers allowed.
  const league = { ...batted, runs: batted.runs ?? sumRuns(pitching) }
  const staffs = new Map((pitching ?? []).map(({ team, stat }) => [team.id, battingAgainst(stat, league)]))
  return { league, recentBatting: sumClubs(recentBatting), clubs, staffs }
}
