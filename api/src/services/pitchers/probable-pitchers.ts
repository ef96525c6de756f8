import type { ProbablePitcher } from '@propsight/shared/contracts'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'
import type { StatsTeam } from '../../sources/stats/format/team.ts'

/** A probable pitcher with what the page is not told. */
export interface Probable {
  readonly shown: ProbablePitcher
  readonly venueId: number | null
  /** Null where the schedule does not tell it. */
  readonly debutSeason: number | null
  /** How logs may write tonight's opponent: its code, or its name where the directory was away. */
  readonly opponentNames: ReadonlySet<string>
}

const REGULAR_SEASON = 'R'
/** As the contract bounds a day; a full one with doubleheaders has some 40. */
const MOST_PITCHERS = 80

type Clubs = ReadonlyMap<number, StatsTeam>

function clubOf({ team }: StatsGame['teams']['home'], clubs: Clubs) {
  const known = clubs.get(team.id)
  const name = known?.name ?? team.name ?? String(team.id)
  return { id: team.id, abbr: known?.abbreviation ?? team.abbreviation ?? name, name }
}

function pitcherOf(game: StatsGame, home: boolean, clubs: Clubs): Probable[] {
  const side = home ? game.teams.home : game.teams.away
  const starter = side.probablePitcher
  if (!starter) return []
  const own = clubOf(side, clubs)
  const opponent = clubOf(home ? game.teams.away : game.teams.home, clubs)
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
        ...(game.status.startTimeTBD ? { startTimeTbd: true } : {}),
        gamePk: game.gamePk,
        venueName: game.venue?.name ?? '',
        hand: starter.pitchHand?.code ?? null,
      },
      venueId: game.venue?.id ?? null,
      debutSeason: starter.mlbDebutDate ? Number(starter.mlbDebutDate.slice(0, 4)) : null,
      opponentNames: new Set([opponent.abbr, opponent.name]),
    },
  ]
}

/**
 * Who is announced to start on a league day: regular season only, without what was called off, in the order of play. A
 * game that is listed on the day of its making up, but belongs to another (a suspended one), is that other day's.
 * Whoever is announced for both games of a doubleheader is listed with the first.
 * @param date the league day that the games were asked for
 * @param teams the season's clubs; none where they could not be read
 */
export function probablePitchers(
  date: string,
  games: readonly StatsGame[],
  teams: readonly StatsTeam[],
): Probable[] {
  const clubs = new Map(teams.map((team) => [team.id, team]))
  const pitchers = games
    .filter((game) => game.gameType === REGULAR_SEASON && !isCalledOff(game))
    .filter(({ officialDate }) => officialDate === undefined || officialDate === date)
    .sort(
      (a, b) => a.gameDate.localeCompare(b.gameDate) || a.gameNumber - b.gameNumber || a.gamePk - b.gamePk,
    )
    .flatMap((game) => [...pitcherOf(game, false, clubs), ...pitcherOf(game, true, clubs)])
  const first = new Map<number, Probable>()
  for (const pitcher of pitchers) if (!first.has(pitcher.shown.id)) first.set(pitcher.shown.id, pitcher)
  return [...first.values()].slice(0, MOST_PITCHERS)
}
