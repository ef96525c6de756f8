import { canonicalClubCode, easternDate, findStatType } from '@propsight/shared/domain'
import { deriveOnce } from '../../platform/cache/cache.ts'
import type { ListedOddsEvent, OddsSnapshot, ReadQuote } from '../../repositories/odds-snapshots.ts'
import type { LeagueGames } from '../../sources/box-score-league.ts'
import type { ListedEvent } from '../../sources/odds/odds-client.ts'
import type { EventPrices } from '../../sources/odds/read-prices.ts'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import { findAthlete } from '../board/athletes.ts'
import { findPlayer } from '../board/players.ts'
import { findGame, isStartUnset } from '../games/find-game.ts'

type Club = Pick<StatsTeam, 'id' | 'name' | 'teamName' | 'abbreviation'>

/** What a league knows of clubs, players and games. */
export interface League {
  readonly teams: readonly Club[]
  /** Games of the league days of the events. */
  readonly games: readonly StatsGame[]
  /** Finds a player of two clubs by the name that the books write; null if it fits none of their players, or several. */
  findPlayer(name: string, stat: string, clubs: readonly Club[]): Pick<ReadQuote, 'personId' | 'team'> | null
}

const plain = (name: string): string => name.trim().toLowerCase()

/** The part of a club's name that is its own: the last word where the league does not state it. */
const ownName = ({ name, teamName }: Club): string => plain(teamName ?? name.split(' ').at(-1) ?? name)

/**
 * Finds a club by the full name of the odds service, else by the club's own part of it: 'Oakland Athletics' is the club
 * 'Athletics'. Undefined if no club or several fit.
 */
export function findTeam(teams: readonly Club[], name: string): Club | undefined {
  const exact = teams.find((team) => plain(team.name) === plain(name))
  if (exact) return exact
  const [found, ...others] = teams.filter((team) => plain(name).endsWith(` ${ownName(team)}`))
  return others.length > 0 ? undefined : found
}

/** The clubs and games of schedules, and the players of baseball's rosters. */
export function baseballLeague(
  teams: readonly StatsTeam[],
  people: readonly StatsPerson[],
  games: readonly StatsGame[],
): League {
  return {
    teams,
    games,
    findPlayer(name, stat, clubs) {
      const codes = new Map(clubs.map(({ id, abbreviation }) => [id, canonicalClubCode(abbreviation)]))
      const squad = squadOf(people, clubs)
      const group = findStatType(stat)?.group ?? 'hitting'
      const found = findPlayer(squad, teams, { name, team: '', group })
      if (!found.ok) return null
      return { personId: found.person.id, team: codes.get(found.person.currentTeam?.id ?? -1) ?? null }
    },
  }
}

/** The people of the clubs of an event; the same list for the same clubs, whose names are indexed once. */
const squadOf = deriveOnce((people: readonly StatsPerson[], clubs: readonly Club[]): readonly StatsPerson[] =>
  people.filter(({ currentTeam }) => clubs.some(({ id }) => id === currentTeam?.id)),
)

/** The games of schedules with their clubs, and the athletes of box scores. */
export function boxScoreLeague(played: LeagueGames, games: readonly StatsGame[]): League {
  const teams = games.flatMap(({ teams: { home, away } }) =>
    [home, away].map(({ team: { id, name = '', abbreviation = '' } }): Club => ({ id, name, abbreviation })),
  )
  return {
    teams: [...new Map(teams.map((team) => [team.id, team])).values()],
    games,
    findPlayer(name, _stat, clubs) {
      const found = clubs.flatMap(({ abbreviation }) => {
        const athlete = findAthlete(played, { name, team: abbreviation })
        return typeof athlete !== 'string' && athlete.club === abbreviation ? [athlete] : []
      })
      const [athlete, other] = found
      return athlete && !other ? { personId: athlete.id, team: canonicalClubCode(athlete.club) } : null
    },
  }
}

/**
 * The league's game of two clubs; null if it is not certain. The odds service may name the host of a game
 * at a neutral or a swapped park as the home club.
 */
function findEventGame(
  games: readonly StatsGame[],
  home: Club,
  away: Club,
  startsAt: string,
): StatsGame | null {
  const between = (host: Club, guest: Club) =>
    games.filter(({ teams }) => teams.home.team.id === host.id && teams.away.team.id === guest.id)
  const listed = between(home, away)
  const ofClubs = listed.length > 0 ? listed : between(away, home)
  const found = findGame(ofClubs, { at: startsAt, isOffered: true })
  return found.kind === 'game' ? found.game : null
}

/** A game of the odds service with the league's clubs. */
export interface MatchedEvent {
  readonly event: ListedOddsEvent
  readonly clubs: readonly Club[]
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

const UNKNOWN = { personId: null, team: null }

/**
 * Builds the snapshot of a game: its prices with the league's players. A name that fits no player of the two clubs, or
 * several, has no player.
 * @param stats the markets that were read
 * @param at time of the read, for books that state no time of their last update, or a later one: it would never be stale
 */
export function buildSnapshot(
  league: Pick<League, 'findPlayer'>,
  { event, clubs }: MatchedEvent,
  stats: readonly string[],
  { books, prices }: EventPrices,
  at: Date,
): OddsSnapshot {
  const known = new Map<string, Pick<ReadQuote, 'personId' | 'team'>>()
  const find = (name: string, stat: string): Pick<ReadQuote, 'personId' | 'team'> => {
    const key = `${findStatType(stat)?.group} ${name}`
    const cached = known.get(key)
    if (cached) return cached
    const match = league.findPlayer(name, stat, clubs) ?? UNKNOWN
    known.set(key, match)
    return match
  }
  return {
    ...event,
    stats,
    books,
    quotes: prices.map(({ confirmedAt, ...price }) => ({
      ...price,
      ...find(price.player, price.stat),
      confirmedAt:
        confirmedAt !== null && Date.parse(confirmedAt) < at.getTime() ? confirmedAt : at.toISOString(),
    })),
  }
}
