import type { ExtractedRow } from '@propsight/shared/contracts'
import { statTypeOf } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { StatsPerson } from '../../sources/stats/format/person.ts'
import type { StatsTeam } from '../../sources/stats/format/team.ts'
import { findPlayer } from '../board/players.ts'
import { canonicalTeamCode } from '../board/team-codes.ts'
import type { RosterPlayer } from './reader/index.ts'
import { withDoubt } from './with-doubt.ts'

/** The user waits for a picture, not for the league. */
const PATIENCE_MS = 5_000
const PITCHERS = /\b[SR]?P\b/

/** Who plays in the league this season, and for which club. */
export interface League {
  people: readonly StatsPerson[]
  teams: readonly StatsTeam[]
}

/** The league as it is known in time, or null: a picture is read without it, and says so. */
export async function leagueInTime(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  patienceMs = PATIENCE_MS,
): Promise<League | null> {
  const season = clock.season()
  const asked = Promise.all([upstream.stats.players(season), upstream.stats.teams(season)]).then(
    ([people, teams]) => ({ people: people.value, teams: teams.value }),
    () => null,
  )
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), patienceMs)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** Names and clubs for the reader to compare with. */
export function rosterOf({ people, teams }: League): RosterPlayer[] {
  const codes = new Map(teams.map(({ id, abbreviation }) => [id, abbreviation]))
  return people.flatMap(({ fullName, currentTeam }) => {
    const team = codes.get(currentTeam?.id ?? -1)
    return team === undefined ? [] : [{ name: fullName, team }]
  })
}

function checkRow(row: ExtractedRow, { people, teams }: League): ExtractedRow {
  const { name, team, position, statType } = row
  const group = statTypeOf(statType ?? '')?.group ?? (PITCHERS.test(position) ? 'pitching' : 'hitting')
  const found = findPlayer(people, teams, { name, team, group })
  if (!found.ok) {
    const reason =
      found.reason === 'unknown player'
        ? 'Nobody in the league has this name.'
        : 'More than one player has this name.'
    return withDoubt(row, 'name', reason)
  }
  const club = teams.find(({ id }) => id === found.person.currentTeam?.id)?.abbreviation
  if (club === undefined || canonicalTeamCode(club) === canonicalTeamCode(team)) return row
  return withDoubt(row, 'team', `The league has him with ${club}.`)
}

/** Doubts each row whose player the league does not know, or knows with another club. Nothing is changed. */
export const checkNames = (rows: readonly ExtractedRow[], league: League | null): ExtractedRow[] =>
  rows.map((row) =>
    league
      ? checkRow(row, league)
      : withDoubt(row, 'name', 'The league could not be asked whether this name is right.'),
  )
