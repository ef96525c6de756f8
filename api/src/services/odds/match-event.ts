import { canonicalClubCode, easternDate, findStatType } from '@propsight/shared/domain'
import type { ListedOddsEvent, OddsSnapshot, ReadQuote } from '../../repositories/odds-snapshots.ts'
import { READ_STATS } from '../../sources/odds/format.ts'
import type { ListedEvent } from '../../sources/odds/odds-client.ts'
import type { EventPrices } from '../../sources/odds/read-prices.ts'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import { findPlayer } from '../board/players.ts'
import { findGame, isStartUnset } from '../games/find-game.ts'

/** What the league knows of clubs, players and games. */
export interface League {
  readonly teams: readonly StatsTeam[]
  readonly people: readonly StatsPerson[]
  /** Games of the league days of the events. */
  readonly games: readonly StatsGame[]
}

const plain = (name: string): string => name.trim().toLowerCase()

/**
 * Finds a club by the full name of the odds service, else by the club's own part of it: 'Oakland Athletics' is the club
 * 'Athletics'. Undefined if no club or several fit.
 */
export function findTeam(teams: readonly StatsTeam[], name: string): StatsTeam | undefined {
  const exact = teams.find((team) => plain(team.name) === plain(name))
  if (exact) return exact
  const [found, ...others] = teams.filter(
    ({ teamName }) => teamName && plain(name).endsWith(` ${plain(teamName)}`),
  )
  return others.length > 0 ? undefined : found
}

/**
 * The league's game of two clubs; null if it is not certain. The odds service may name the host of a game
 * at a neutral or a swapped park as the home club.
 */
function findEventGame(
  games: readonly StatsGame[],
  home: StatsTeam,
  away: StatsTeam,
  startsAt: string,
): StatsGame | null {
  const between = (host: StatsTeam, guest: StatsTeam) =>
    games.filter(({ teams }) => teams.home.team.id === host.id && teams.away.team.id === guest.id)
  const listed = between(home, away)
  const ofClubs = listed.length > 0 ? listed : between(away, home)
  const found = findGame(ofClubs, { at: startsAt, isOffered: true })
  return found.kind === 'game' ? found.game : null
}

/** A game of the odds service with the league's clubs. */
export interface MatchedEvent {
  readonly event: ListedOddsEvent
  readonly clubs: readonly StatsTeam[]
  /** Time between its start and that of the schedule, in milliseconds; 0 if the schedule has none. */
  readonly startDifference: number
}

/** Matches a game of the odds service with the league. @returns null if a club is unknown, as in an all-star game */
export function matchEvent({ teams, games }: League, listed: ListedEvent): MatchedEvent | null {
  const home = findTeam(teams, listed.home)
  const away = findTeam(teams, listed.away)
  if (!home || !away) return null
  const game = findEventGame(games, home, away, listed.startsAt)
  return {
    event: {
      id: listed.id,
      startsAt: listed.startsAt,
      day: easternDate(new Date(listed.startsAt)),
      home: canonicalClubCode(home.abbreviation),
      away: canonicalClubCode(away.abbreviation),
      gamePk: game?.gamePk ?? null,
    },
    clubs: [home, away],
    startDifference:
      game && !isStartUnset(game) ? Math.abs(Date.parse(listed.startsAt) - Date.parse(game.gameDate)) : 0,
  }
}

/**
 * Keeps one event of each game, the one that starts nearest to the schedule. A game that was moved may be listed under its
 * former id, too, with prices of the former start. Its books would count twice.
 */
export function keepOnePerGame(matched: readonly MatchedEvent[]): MatchedEvent[] {
  const nearest = new Map<string | number, MatchedEvent>()
  for (const one of matched) {
    const { gamePk, id } = one.event
    const known = nearest.get(gamePk ?? id)
    if (!known || one.startDifference < known.startDifference) nearest.set(gamePk ?? id, one)
  }
  return [...nearest.values()]
}

/**
 * Builds the snapshot of a game: its prices with the league's players. A name that fits no player of the two clubs, or
 * several, has no player.
 * @param at time of the read, for books that state no time of their last update, or a later one: it would never be stale
 */
export function buildSnapshot(
  { people, teams }: League,
  { event, clubs }: MatchedEvent,
  { books, prices }: EventPrices,
  at: Date,
): OddsSnapshot {
  const codes = new Map(clubs.map(({ id, abbreviation }) => [id, canonicalClubCode(abbreviation)]))
  const squad = people.filter(({ currentTeam }) => currentTeam && codes.has(currentTeam.id))
  const known = new Map<string, Pick<ReadQuote, 'personId' | 'team'>>()
  const find = (name: string, stat: string): Pick<ReadQuote, 'personId' | 'team'> => {
    const group = findStatType(stat)?.group ?? 'hitting'
    const key = `${group} ${name}`
    const cached = known.get(key)
    if (cached) return cached
    const found = findPlayer(squad, teams, { name, team: '', group })
    const match = found.ok
      ? { personId: found.person.id, team: codes.get(found.person.currentTeam?.id ?? -1) ?? null }
      : { personId: null, team: null }
    known.set(key, match)
    return match
  }
  return {
    ...event,
    stats: READ_STATS,
    books,
    quotes: prices.map(({ confirmedAt, ...price }) => ({
      ...price,
      ...find(price.player, price.stat),
      confirmedAt:
        confirmedAt !== null && Date.parse(confirmedAt) < at.getTime() ? confirmedAt : at.toISOString(),
    })),
  }
}
