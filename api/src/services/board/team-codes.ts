import { canonicalTeamCode } from '@propsight/shared/domain'
import type { StatsTeam } from '../../sources/stats/format/team.ts'

export { canonicalTeamCode }

/** A club's id by its code, however it is written. */
export const teamIdsByCode = (teams: readonly StatsTeam[]): ReadonlyMap<string, number> =>
  new Map(teams.map(({ abbreviation, id }) => [canonicalTeamCode(abbreviation), id]))
