import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from '../stats/person.ts'
import { type Group, groupLines, sumLines } from '../stats/stat-groups.ts'
import { leagueRef, SPORT_REF, teamRef } from '../stats/team.ts'

/**
 * A person's season: one split. For a player with two or more clubs, a total without a team, then one split
 * per club.
 */
export function seasonSplits(index: LeagueIndex, person: Person, group: Group, season: number) {
  const access = groupLines(index, person, group, season)
  if (access.lines.length === 0) return []
  const byTeam = Map.groupBy(access.lines, (line) => access.table.key(line).teamId)
  const common = { player: personRef(person), sport: SPORT_REF, gameType: 'R' }
  const split = (lines: readonly number[]) => ({
    season: String(season),
    stat: access.stat(sumLines(access, lines), lines.length),
  })
  const teams = [...byTeam].map(([teamId, lines]) => {
    const club = index.club(teamId)
    return { ...split(lines), team: teamRef(club), ...common, league: leagueRef(club) }
  })
  return teams.length === 1
    ? teams
    : [{ ...split(access.lines), ...common, numTeams: teams.length }, ...teams]
}
