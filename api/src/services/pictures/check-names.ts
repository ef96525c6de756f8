import type { ExtractedRow } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { StatsPerson } from '../../sources/stats/format/person.ts'
import type { StatsTeam } from '../../sources/stats/format/team.ts'
import { canonicalClubCode, findPlayer } from '../board/players.ts'
import type { RosterPlayer } from './reader/index.ts'
import { withDoubt } from './reading.ts'

/** Timeout for the league data: reading the image must not wait longer for it. */
const LEAGUE_TIMEOUT_MS = 5_000
const PITCHERS = /\b[SR]?P\b/

/** Players and clubs of the current season. */
export interface League {
  people: readonly StatsPerson[]
  teams: readonly StatsTeam[]
}

/**
 * Players and clubs, or null after a failure or timeout. The image is read without them then, with a doubt
 * per name.
 */
export async function readLeague(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  timeoutMs = LEAGUE_TIMEOUT_MS,
): Promise<League | null> {
  const season = clock.season()
  const answer = Promise.all([upstream.stats.players(season), upstream.stats.teams(season)]).then(
    ([people, teams]) => ({ people: people.value, teams: teams.value }),
    () => null,
  )
  return withTimeout(answer, timeoutMs)
}

/** Names and clubs with which the reader compares recognised names. */
export function toRoster({ people, teams }: League): RosterPlayer[] {
  const codes = new Map(teams.map(({ id, abbreviation }) => [id, abbreviation]))
  return people.flatMap(({ fullName, currentTeam }) => {
    const team = codes.get(currentTeam?.id ?? -1)
    return team === undefined ? [] : [{ name: fullName, team }]
  })
}

function checkRow(row: ExtractedRow, { people, teams }: League): ExtractedRow {
  const { name, team, position, statType } = row
  const group = findStatType(statType ?? '')?.group ?? (PITCHERS.test(position) ? 'pitching' : 'hitting')
  const found = findPlayer(people, teams, { name, team, group })
  if (!found.ok) {
    const reason =
      found.reason === 'unknown player'
        ? 'Nobody in the league has this name.'
        : 'More than one player has this name.'
    return withDoubt(row, 'name', reason)
  }
  const club = teams.find(({ id }) => id === found.person.currentTeam?.id)?.abbreviation
  if (club === undefined || canonicalClubCode(club) === canonicalClubCode(team)) return row
  return withDoubt(row, 'team', `The league has him with ${club}.`)
}

/** Adds a doubt to each row whose player is not in the league, or is in another club. Changes no values. */
export const checkNames = (rows: readonly ExtractedRow[], league: League | null): ExtractedRow[] =>
  rows.map((row) =>
    league
      ? checkRow(row, league)
      : withDoubt(row, 'name', 'The league could not be asked whether this name is right.'),
  )
