import { canonicalClubCode, findStatType } from '@propsight/shared/domain'
import type { AlertWatch } from '../../repositories/alerts.ts'
import type { Absence, Athlete, BoxScoreLeague } from '../../sources/box-score-league.ts'
import { addDays } from '../../sources/stats/finished-games.ts'
import type { StatsPerson } from '../../sources/stats/format/roster.ts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { type OpenGame, openGames } from '../board/forecast/open-games.ts'
import { reasonClosed } from '../picks/parlay/pick-games.ts'
import type { OpenWatch } from './alert-rules.ts'

export type OpenDayPorts = LeaguePorts<'players' | 'schedule'>

/** The open games of another sport than baseball, its players, and who is reported out; null if that cannot be read. */
interface LeagueDay {
  readonly games: ReadonlyMap<string, OpenGame>
  readonly athletes: ReadonlyMap<number, Athlete>
  /** Numbers of the clubs in the schedule, by their codes. */
  readonly clubs: ReadonlyMap<string, number>
  readonly out: ReadonlyMap<number, Absence> | null
}

/** The open games of the days with lines, all players of the season, and the other open sports by their kind of logs. */
export interface OpenDay {
  readonly games: ReadonlyMap<string, OpenGame>
  readonly people: ReadonlyMap<number, StatsPerson>
  readonly leagues: ReadonlyMap<string, LeagueDay>
}

/** Days after today whose games of baseball have lines. */
const BASEBALL_DAYS_AHEAD = 1

/** Days after today whose games have lines, of the sport that has the most. */
export const daysWithLines = ({ leagues }: Pick<OpenDayPorts['upstream'], 'leagues'>): number =>
  Math.max(BASEBALL_DAYS_AHEAD, ...leagues.map(({ daysAhead }) => daysAhead))

const gameKey = (gamePk: number, clubId: number) => `${gamePk}:${clubId}`

/**
 * The games of the days with lines that have not begun, as scheduled and by game and club.
 * @param daysAhead days after today whose games have lines
 * @throws UpstreamError when today's schedule cannot be read
 */
async function readOpenGames(
  { clock, log }: OpenDayPorts,
  schedule: (day: string) => Promise<{ readonly value: readonly StatsGame[] }>,
  daysAhead: number,
) {
  const today = clock.today()
  const now = clock.now()
  const days = await Promise.all(
    Array.from({ length: daysAhead + 1 }, async (_, ahead) => {
      const day = addDays(today, ahead)
      const read = schedule(day)
      const { value } = await (ahead === 0
        ? read
        : read.catch((error: unknown) => {
            log.warn({ err: error }, 'alerts are checked without the games of a later day')
            return { value: [] }
          }))
      return { day, value }
    }),
  )
  const games = new Map(
    days.flatMap(({ day, value }) =>
      [
        ...openGames(
          day,
          value.filter((game) => reasonClosed(game, now) === null),
        ),
      ].flatMap(([clubId, own]) => own.map((game) => [gameKey(game.gamePk, clubId), game] as const)),
    ),
  )
  return { games, scheduled: days.flatMap(({ value }) => value) }
}

/** Reads the day of another sport. @throws UpstreamError */
async function readLeagueDay(deps: OpenDayPorts, league: BoxScoreLeague): Promise<LeagueDay> {
  const [{ games, scheduled }, played, reports] = await Promise.all([
    readOpenGames(deps, league.schedule, league.daysAhead),
    league.games(deps.clock.today()),
    league.absences().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'alerts are checked without the reports of injuries')
      return null
    }),
  ])
  const clubs = scheduled.flatMap(({ teams }) => [teams.home.team, teams.away.team])
  return {
    games,
    athletes: new Map(played.value.athletes.map((athlete) => [athlete.id, athlete])),
    clubs: new Map(clubs.map(({ abbreviation = '', id }) => [abbreviation, id])),
    out: reports?.value ?? null,
  }
}

/**
 * Reads the games that have not begun, and the players. A sport besides baseball that cannot be read is left out.
 * @throws UpstreamError when today's schedule or the players cannot be read
 */
export async function readOpenDay(deps: OpenDayPorts): Promise<OpenDay> {
  const { upstream, clock, log } = deps
  const readLeague = async (league: BoxScoreLeague): Promise<[string, LeagueDay][]> => {
    try {
      return [[league.group, await readLeagueDay(deps, league)]]
    } catch (error) {
      log.warn({ err: error }, `alerts about the ${league.sport} are not checked`)
      return []
    }
  }
  const [{ games }, people, leagues] = await Promise.all([
    readOpenGames(deps, upstream.stats.schedule, BASEBALL_DAYS_AHEAD),
    upstream.stats.players(clock.season()),
    Promise.all(upstream.leagues.map(readLeague)),
  ])
  return {
    games,
    people: new Map(people.value.map((person) => [person.id, person])),
    leagues: new Map(leagues.flat()),
  }
}

/** Finds game, player and market of a watched prop; null if its game has begun or one of them is unknown. */
export function toOpenWatch(watch: AlertWatch, { games, people, leagues }: OpenDay): OpenWatch | null {
  const stat = findStatType(watch.statType)
  const league = stat && leagues.get(stat.group)
  if (stat && league) {
    const athlete = league.athletes.get(watch.personId)
    const club = canonicalClubCode(watch.team) || athlete?.club
    const game = league.games.get(gameKey(watch.gamePk, league.clubs.get(club ?? '') ?? -1))
    if (!athlete || !game) return null
    const status = league.out && (league.out.get(athlete.id)?.availability.label ?? null)
    return {
      ...{ watch, game, player: athlete.fullName, stat: stat.name, isPitcher: false },
      ...(league.out && { status }),
    }
  }
  const person = people.get(watch.personId)
  const game = games.get(gameKey(watch.gamePk, person?.currentTeam?.id ?? -1))
  if (!person || !stat || !game) return null
  return { watch, game, player: person.fullName, stat: stat.name, isPitcher: stat.group === 'pitching' }
}
