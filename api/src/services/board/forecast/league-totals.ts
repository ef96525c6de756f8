import { addTotals, type BattingTotals, NO_TOTALS } from '@propsight/shared/domain/engine'
import type { ClubHitting, ClubPitching } from '../../../sources/stats/format/team-stats.ts'

/** The season of all clubs. Ids are the stats service's. */
export interface LeagueTotals {
  readonly league: BattingTotals
  /** All clubs' batting of the last thirty days; null where it is not known. */
  readonly lately: BattingTotals | null
  /** What each club batted. */
  readonly clubs: ReadonlyMap<number, BattingTotals>
  /** What was batted against each club's pitchers. */
  readonly staffs: ReadonlyMap<number, BattingTotals>
}

/** A season's batting as the engine takes it. */
export const batted = ({ gamesPlayed, ...counts }: ClubHitting['stat']): BattingTotals => ({
  games: gamesPlayed,
  ...counts,
})

/**
 * What was batted against a staff. A source of pitching does not tell every count of batting: runs batted in never, doubles
 * and the like not everywhere. They are filled in at the league's share, so that they say nothing about this staff.
 */
function against(stat: ClubPitching['stat'], league: BattingTotals): BattingTotals {
  const { gamesPlayed, battersFaced, hits, homeRuns, runs, baseOnBalls, strikeOuts } = stat
  const share = (part: keyof BattingTotals, of: number, value: number) =>
    of > 0 ? (league[part] / of) * value : 0
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

/** All clubs together; null where nobody has batted, which says nothing of how a league bats. */
function together(clubs: readonly ClubHitting[] | null): BattingTotals | null {
  const totals = (clubs ?? []).map(({ stat }) => batted(stat)).reduce(addTotals, NO_TOTALS)
  return totals.plateAppearances > 0 ? totals : null
}

/**
 * The totals that a forecast is anchored to.
 * @param pitching null where it could not be read: then nobody's staff is known
 * @param lately the clubs' last thirty days; null where they could not be read
 */
export function leagueTotals(
  batting: readonly ClubHitting[],
  pitching: readonly ClubPitching[] | null,
  lately: readonly ClubHitting[] | null,
): LeagueTotals {
  const clubs = new Map(batting.map(({ team, stat }) => [team.id, batted(stat)]))
  const league = [...clubs.values()].reduce(addTotals, NO_TOTALS)
  const staffs = new Map((pitching ?? []).map(({ team, stat }) => [team.id, against(stat, league)]))
  return { league, lately: together(lately), clubs, staffs }
}
