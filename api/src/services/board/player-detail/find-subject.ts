import type { PlayerDetailBody } from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import type { Read } from '../../../platform/cache/freshness.ts'
import { requireInTime, withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { notFound, unavailable } from '../../../platform/errors.ts'
import { UpstreamError } from '../../../platform/service-client/upstream-error.ts'
import type { StatsPerson, StatsTeam } from '../../../sources/stats/format/roster.ts'
import type { LeaguePorts, PersonLog } from '../../../sources/stats/stats-client.ts'
import type { OpenGame } from '../forecast/open-games.ts'
import { findPlayer, teamIdsByCode } from '../players.ts'
import { PART_TIMEOUT_MS } from './detail-parts.ts'

/** The game of a player's line, or the reason why there is none as a sentence for the screen. */
export type SubjectGame = { readonly game: OpenGame } | { readonly game: null; readonly reason: string }

/**
 * The reason why a player's line has no game.
 * @param clubGames open games of the player's club
 */
export const reasonWithoutGame = (clubGames: readonly OpenGame[]): string =>
  clubGames.length > 0 ? 'The line is on another game.' : 'No game today or tomorrow.'

/** The player of the detail view, with the directories of people and clubs. */
export interface DetailSubject {
  readonly group: PlayerDetailBody['player']['group']
  readonly log: Read<PersonLog>
  readonly clubId: number | undefined
  /** All people of the season by id. */
  readonly people: ReadonlyMap<number, StatsPerson>
  /** Empty when the club directory could not be read. */
  readonly teams: readonly StatsTeam[]
}

/** Timeouts in ms: `needed` for the roster and the game log, `optional` for each further part. */
export interface DetailTimeouts {
  readonly needed: number
  readonly optional: number
}

/** Default timeouts of the detail view, in ms. */
export const DETAIL_TIMEOUTS: DetailTimeouts = { needed: 12_000, optional: PART_TIMEOUT_MS }

export type SubjectPorts = LeaguePorts<'gameLogs' | 'players' | 'teams'>

const noAnswer = () => unavailable('The baseball stats service')

const byId = deriveOnce(
  (people: readonly StatsPerson[]): ReadonlyMap<number, StatsPerson> =>
    new Map(people.map((person) => [person.id, person])),
)

/**
 * Reads the game log of one person.
 * @throws HttpError 404 without one; the error of the service when it fails
 */
export async function readLog(
  { upstream, clock }: SubjectPorts,
  personId: number,
  group: DetailSubject['group'],
): Promise<Read<PersonLog>> {
  for await (const loaded of upstream.stats.gameLogs([personId], group, clock.season(), clock.today())) {
    if (loaded.ok) return loaded.log
    if (!(loaded.error instanceof UpstreamError && loaded.error.failure === 'unknown')) throw loaded.error
  }
  throw notFound('The stats service has no game log of this player.')
}

/**
 * Finds the player of a board by name, club and group, and reads the game log.
 * @throws HttpError 404 for an unknown or ambiguous name and for a player without a game log; 503, or the
 *   error of the service, when the roster or the game log cannot be read
 */
export async function findSubject(
  parts: SubjectPorts,
  player: PlayerDetailBody['player'],
  timeLimits: DetailTimeouts,
): Promise<DetailSubject> {
  const { upstream, clock, log } = parts
  const season = clock.season()
  const reading = withTimeout(upstream.stats.teams(season), timeLimits.optional).catch((error: unknown) => {
    log.warn({ err: error }, 'player detail without the club directory')
    return null
  })
  const roster = await requireInTime(upstream.stats.players(season), timeLimits.needed, noAnswer)
  const teams = (await reading)?.value ?? []
  const found = findPlayer(roster.value, teams, player)
  if (!found.ok) {
    throw notFound(
      found.reason === 'unknown player'
        ? 'No player of that name is on a roster this season.'
        : 'More than one player has that name.',
    )
  }
  const { person } = found
  const personLog = await requireInTime(readLog(parts, person.id, player.group), timeLimits.needed, noAnswer)
  // The book's club takes precedence: after a trade, the roster lists the former club for a while.
  const clubId = teamIdsByCode(teams).get(canonicalClubCode(player.team)) ?? person.currentTeam?.id
  return { group: player.group, log: personLog, clubId, people: byId(roster.value), teams }
}
