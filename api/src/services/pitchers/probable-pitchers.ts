import type { ProbablePitcher } from '@propsight/shared/contracts'
import type { StatsTeam } from '../../sources/stats/format/roster.ts'
import { isCalledOff, isNeutralSite, type StatsGame } from '../../sources/stats/format/schedule.ts'
import { compareStarts, isResumption, isStartUnset } from '../games/find-game.ts'

/** A probable pitcher: the fields sent to the page in `shown`, and fields used by the API only. */
export interface Probable {
  readonly shown: ProbablePitcher
  readonly venueId: number | null
  /** See `isNeutralSite`. */
  readonly isNeutral?: boolean
  /** The announced batting order of the opponent, first to ninth; empty before the announcement. */
  readonly opposingLineup: readonly number[]
  readonly opposingStarterId: number | null
  /** Null if the schedule does not have it. */
  readonly debutSeason: number | null
  /** Forms of the opponent in game logs: its code, or its name if the club codes were unavailable. */
  readonly opponentNames: ReadonlySet<string>
}

const REGULAR_SEASON = 'R'
/** Limit of the contract. A full day with doubleheaders has about 40. */
const MAX_PITCHERS = 80

type Clubs = ReadonlyMap<number, StatsTeam>

function clubOf({ team }: StatsGame['teams']['home'], clubs: Clubs) {
  const known = clubs.get(team.id)
  const name = known?.name ?? team.name ?? String(team.id)
  return { id: team.id, abbr: known?.abbreviation ?? team.abbreviation ?? name, name }
}

/** Whether a schedule has name and code of all clubs, so that `probablePitchers` needs no directory. */
export const namesClubs = (games: readonly StatsGame[]): boolean =>
  games
    .flatMap(({ teams }) => [teams.home.team, teams.away.team])
    .every(({ name, abbreviation }) => name !== undefined && abbreviation !== undefined)

function findPitcher(game: StatsGame, home: boolean, clubs: Clubs): Probable[] {
  const side = home ? game.teams.home : game.teams.away
  const starter = side.probablePitcher
  if (!starter) return []
  const own = clubOf(side, clubs)
  const other = home ? game.teams.away : game.teams.home
  const opponent = clubOf(other, clubs)
  const order = home ? game.lineups?.awayPlayers : game.lineups?.homePlayers
  return [
    {
      shown: {
        id: starter.id,
        name: starter.fullName ?? `Pitcher ${starter.id}`,
        teamId: own.id,
        teamAbbr: own.abbr,
        teamName: own.name,
        oppId: opponent.id,
        oppAbbr: opponent.abbr,
        oppName: opponent.name,
        home,
        gameTime: game.gameDate,
        ...(isStartUnset(game) ? { startTimeTbd: true } : {}),
        gamePk: game.gamePk,
        venueName: game.venue?.name ?? '',
        hand: starter.pitchHand?.code ?? null,
      },
      venueId: game.venue?.id ?? null,
      isNeutral: isNeutralSite(game),
      opposingLineup: (order ?? []).map(({ id }) => id),
      opposingStarterId: other.probablePitcher?.id ?? null,
      debutSeason: starter.mlbDebutDate ? Number(starter.mlbDebutDate.slice(0, 4)) : null,
      opponentNames: new Set([opponent.abbr, opponent.name]),
    },
  ]
}

/**
 * The announced starters of a league day in the order of play: regular season only, without postponed and
 * cancelled games. A suspended game counts for its original day, not for the day on which it is resumed. A
 * pitcher announced for both games of a doubleheader is listed with the first.
 * @param date the requested league day
 * @param teams the clubs of the season; empty if they could not be read
 */
export function probablePitchers(
  date: string,
  games: readonly StatsGame[],
  teams: readonly StatsTeam[],
): Probable[] {
  const clubs = new Map(teams.map((team) => [team.id, team]))
  const pitchers = games
    .filter((game) => game.gameType === REGULAR_SEASON && !isCalledOff(game))
    .filter((game) => !isResumption(game) && (game.officialDate ?? date) === date)
    .sort(compareStarts)
    .flatMap((game) => [...findPitcher(game, false, clubs), ...findPitcher(game, true, clubs)])
  const first = new Map<number, Probable>()
  for (const pitcher of pitchers) if (!first.has(pitcher.shown.id)) first.set(pitcher.shown.id, pitcher)
  return [...first.values()].slice(0, MAX_PITCHERS)
}
