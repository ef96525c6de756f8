import { canonicalTeamCode } from '@propsight/shared/domain'
import type { StatsTeam } from '../../sources/stats/format/team.ts'

export { canonicalTeamCode }

/** Maps canonical club codes to the club ids of the stats service. */
export const teamIdsByCode = (teams: readonly StatsTeam[]): ReadonlyMap<string, number> =>
  new Map(teams.map(({ abbreviation, id }) => [canonicalTeamCode(abbreviation), id]))
