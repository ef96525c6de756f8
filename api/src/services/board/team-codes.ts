import { canonicalClubCode } from '@propsight/shared/domain'
import type { StatsTeam } from '../../sources/stats/format/team.ts'

export { canonicalClubCode }

/** Maps canonical club codes to the club ids of the stats service. */
export const teamIdsByCode = (teams: readonly StatsTeam[]): ReadonlyMap<string, number> =>
  new Map(teams.map(({ abbreviation, id }) => [canonicalClubCode(abbreviation), id]))
