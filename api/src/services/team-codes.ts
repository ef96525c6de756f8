import type { StatsTeam } from '@propsight/shared/contracts/statsapi'
import { canonicalTeamCode } from '@propsight/shared/domain'

export { canonicalTeamCode }

/** A club's id by its code, however it is written. */
export const teamIdsByCode = (teams: readonly StatsTeam[]): ReadonlyMap<string, number> =>
  new Map(teams.map(({ abbreviation, id }) => [canonicalTeamCode(abbreviation), id]))
