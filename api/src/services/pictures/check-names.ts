import type { ExtractedRow } from '@propsight/shared/contracts'
import { canonicalClubCode, findStatType, loosePlayerName } from '@propsight/shared/domain'
import { distance } from 'fastest-levenshtein'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { BoxScoreLeague, LeagueGames } from '../../sources/box-score-league.ts'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { findPlayer, teamIdsByCode } from '../board/players.ts'
import { opponentIn, type ReadRow, withDoubt, withoutOwnClub, withPlainDoubts } from './reading.ts'

/** Timeout for the league data: reading the image must not wait longer for it. */
const LEAGUE_TIMEOUT_MS = 5_000
const PITCHERS = /\b[SR]?P\b/

/** Players and clubs of the current season. */
export interface League {
  people: readonly StatsPerson[]
  teams: readonly StatsTeam[]
}

/** The players and clubs of a league in the form of baseball's; a club's id is its place in the list. */
const toLeague = deriveOnce(({ athletes }: LeagueGames): League => {
  const codes = [...new Set(athletes.map(({ club }) => club))]
  return {
    people: athletes.map(({ id, fullName, position, club }) => ({
      ...{ id, fullName },
      primaryPosition: { code: position, abbreviation: position },
      currentTeam: { id: codes.indexOf(club) },
    })),
    teams: codes.map((code, id) => ({ id, name: code, abbreviation: code })),
  }
})

/**
 * Players and clubs, or null after a failure or timeout. The image is read without them then, with a doubt
 * per name.
 * @param league null for baseball
 */
export async function readLeague(
  { upstream, clock }: LeagueReads<'players' | 'teams'>,
  league: Pick<BoxScoreLeague, 'games'> | null = null,
  timeoutMs = LEAGUE_TIMEOUT_MS,
): Promise<League | null> {
  const read = async (): Promise<League> => {
    if (league) return toLeague((await league.games(clock.today())).value)
    const season = clock.season()
    const [people, teams] = await Promise.all([upstream.stats.players(season), upstream.stats.teams(season)])
    return { people: people.value, teams: teams.value }
  }
  return withTimeout(
    read().catch(() => null),
    timeoutMs,
  )
}

/** A misread name matches with at most one wrong letter in five, and at most three. */
const allowedEdits = (name: string): number => Math.min(3, Math.floor(name.length / 5))
/** A similar name has at most two other letters in five. */
const SIMILAR_SHARE = 0.4
const MAX_SIMILAR_NAMES = 3

const comparableNames = deriveOnce((people: readonly StatsPerson[]) =>
  people.map((person) => ({ person, key: loosePlayerName(person.fullName) })),
)

interface RankedPlayer {
  person: StatsPerson
  edits: number
  /** Whether the player is in the club of the row, or the club of the row is unknown. */
  atClub: boolean
}

/** The players whose names are similar to a name as read, most similar first. */
function rankPlayers(read: string, team: string, { people, teams }: League): RankedPlayer[] {
  const key = loosePlayerName(read)
  const clubId = teamIdsByCode(teams).get(canonicalClubCode(team))
  const mostEdits = Math.floor(key.length * SIMILAR_SHARE)
  return comparableNames(people)
    .filter((other) => Math.abs(other.key.length - key.length) <= mostEdits)
    .map((other) => ({
      person: other.person,
      edits: distance(key, other.key),
      atClub: clubId === undefined || other.person.currentTeam?.id === clubId,
    }))
    .filter(({ edits }) => edits <= mostEdits)
    .toSorted((a, b) => a.edits - b.edits || Number(b.atClub) - Number(a.atClub))
}

/**
 * The player of the club whose name was misread. Other players of the club must be clearly less similar, and no
 * player of another club more similar: the club may have been misread instead.
 */
function matchPlayer(read: string, ranked: readonly RankedPlayer[]): StatsPerson | null {
  const [best, rival] = ranked.filter(({ atClub }) => atClub)
  if (!best || best.edits > allowedEdits(loosePlayerName(read))) return null
  if (ranked.some(({ edits }) => edits < best.edits)) return null
  const clearlyWorse = Math.max(best.edits + 2, 2 * best.edits)
  return rival && rival.edits < clearlyWorse ? null : best.person
}

/** Marks the row's name as read as that of a player; a name with other letters is replaced, and kept in `readName`. */
function withPlayer(row: ExtractedRow, { fullName }: StatsPerson, known: boolean): ExtractedRow {
  const certain = { ...row, doubts: row.doubts.filter(({ field }) => field !== 'name') }
  if (loosePlayerName(row.name) === loosePlayerName(fullName)) return { ...certain, name: fullName }
  if (known) return certain
  return withDoubt({ ...certain, name: fullName, readName: row.name }, 'name', `Read as '${row.name}'.`)
}

function checkRow({ nameReadings, game, ...read }: ReadRow, league: League): ExtractedRow {
  const { people, teams } = league
  const row = withPlainDoubts(read)
  const { name, team, position, statType } = row
  const group = findStatType(statType ?? '')?.group ?? (PITCHERS.test(position) ? 'pitching' : 'hitting')
  const find = (read: string) => findPlayer(people, teams, { name: read, team, group })
  const playerOf = (read: string) => {
    const found = find(read)
    if (found.ok) return found.person
    return found.reason === 'unknown player' ? matchPlayer(read, rankPlayers(read, team, league)) : null
  }
  const found = find(name)
  const [player, ...others] = [...new Set(nameReadings.map(playerOf))]
  // Readings that differ have to mean the same player.
  if (player && others.length === 0) return checkClub(withPlayer(row, player, found.ok), player, league, game)
  if (found.ok) return checkClub(withSimilarNames(row, league), found.person, league, game)
  const reason =
    found.reason === 'unknown player'
      ? 'No player in the league has this name.'
      : 'More than one player has this name.'
  return withSimilarNames(withDoubt(row, 'name', reason), league)
}

/** Adds similar names of the league to a row with a doubt about its name. */
function withSimilarNames(row: ExtractedRow, league: League): ExtractedRow {
  if (!row.doubts.some(({ field }) => field === 'name')) return row
  const similar = rankPlayers(row.name, row.team, league).map(({ person }) => person.fullName)
  const names = [...new Set(similar)].filter((name) => name !== row.name).slice(0, MAX_SIMILAR_NAMES)
  return names.length > 0 ? { ...row, similarNames: names } : row
}

function checkClub(
  row: ExtractedRow,
  { currentTeam }: StatsPerson,
  { teams }: League,
  game: ReadRow['game'],
): ExtractedRow {
  const club = teams.find(({ id }) => id === currentTeam?.id)?.abbreviation
  // The picture names both clubs of the game, and the league says which of them is the player's.
  const ofGame = club !== undefined && row.team === '' && game ? opponentIn(game, club) : null
  if (club !== undefined && ofGame) {
    const doubts = row.doubts.filter(({ field }) => field !== 'team')
    return { ...row, ...ofGame, team: club, doubts }
  }
  if (club === undefined || canonicalClubCode(club) === canonicalClubCode(row.team)) return row
  return withDoubt(withoutOwnClub(row, row.team || club), 'team', `The league lists ${club}.`)
}

/**
 * Compares the names of rows with the league. A name that was misread is replaced by that of the only similar
 * player of the club, with the name as read. Any other name that is not of one player gets a doubt, with
 * similar names; a row in another club than its player's gets a doubt about the club, and a row that has only its
 * game gets the club. Row by row in slices,
 * because a row of unknown names is compared with every player, for some milliseconds.
 */
export async function checkNames(rows: readonly ReadRow[], league: League | null): Promise<ExtractedRow[]> {
  const checked: ExtractedRow[] = []
  for (const row of rows) {
    const { nameReadings: _, game: __, ...read } = row
    checked.push(
      league
        ? await runSlice(() => checkRow(row, league))
        : withDoubt(
            withPlainDoubts(read),
            'name',
            'The league could not be asked whether this name is right.',
          ),
    )
  }
  return checked
}
