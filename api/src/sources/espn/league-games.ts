import type { BoxScoreGame } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import type { EngineResult, StatForecast } from '@propsight/shared/domain/engine'
import * as z from 'zod'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import {
  type Athlete,
  type GameSetting,
  gameSettingSchema,
  type LeagueGame,
  type LeagueGames,
  leagueGameSchema,
  NO_SETTING,
} from '../box-score-league.ts'
import { type EspnGame, type EspnLine, type EspnSport, type FinalGame, seasonOf } from './espn-sport.ts'
import type { EspnEvent } from './format.ts'

/** ESPN's numbers of the parts of a season. */
const PART = { preseason: 1, playoffs: 3 } as const

/** The form of a finished game in caches. */
export const finalSchema: z.ZodType<FinalGame> = z.object({
  id: z.string(),
  date: z.iso.date(),
  season: z.int(),
  playoffs: z.boolean(),
  home: z.string(),
  away: z.string(),
  homeScore: z.int(),
  awayScore: z.int(),
  setting: gameSettingSchema,
})

const STATES = { pre: ['Preview', 'S'], in: ['Live', 'I'], post: ['Final', 'F'] } as const
const CALLED_OFF: Readonly<Record<string, string>> = { STATUS_POSTPONED: 'D', STATUS_CANCELED: 'C' }

/** The clubs of an event; null for a game that no club plays, such as the All-Star Game, and in the preseason. */
function clubsOf(sport: EspnSport, { competitions: [competition], season }: EspnEvent) {
  const side = (which: 'home' | 'away') => competition?.competitors.find(({ homeAway }) => homeAway === which)
  const [home, away] = [side('home'), side('away')]
  const [homeCode, awayCode] = [home, away].map((each) => sport.clubCode(each?.team.abbreviation ?? ''))
  if (!home || !away || !homeCode || !awayCode || season?.type === PART.preseason) return null
  return { home: { ...home, code: homeCode }, away: { ...away, code: awayCode } }
}

/** The US Eastern day of an event. */
export const dayOf = ({ date }: EspnEvent): string => easternDate(new Date(date))

function settingOf({ competitions: [competition] }: EspnEvent): GameSetting {
  const [odds] = competition?.odds ?? []
  return {
    neutral: competition?.neutralSite ?? false,
    indoor: competition?.venue?.indoor ?? null,
    // ESPN writes the home club's handicap: -6.5 where it is favoured.
    spread: odds?.spread === undefined ? null : -odds.spread,
    total: odds?.overUnder ?? null,
  }
}

/** A game of the scoreboard in the form of the product's schedules. */
export function toGame(sport: EspnSport, event: EspnEvent): LeagueGame[] {
  const [clubs, gamePk] = [clubsOf(sport, event), Number(event.id)]
  if (!clubs || !Number.isSafeInteger(gamePk)) return []
  const { state, name } = event.status.type
  const [abstractGameState, code] = STATES[state]
  const sideOf = ({ team, code: abbreviation, score }: (typeof clubs)['home']) => ({
    team: { id: Number(team.id) || 0, abbreviation, name: team.displayName },
    score: score === undefined ? undefined : Number(score),
  })
  const game = {
    gamePk,
    gameType: event.season?.type === PART.playoffs ? 'P' : 'R',
    season: String(event.season?.year ?? ''),
    gameDate: new Date(event.date).toISOString(),
    officialDate: dayOf(event),
    status: {
      abstractGameState,
      codedGameState: CALLED_OFF[name] ?? code,
      detailedState: name === 'STATUS_SUSPENDED' ? 'Suspended' : name,
      startTimeTBD: event.competitions[0]?.timeValid === false,
    },
    teams: { home: sideOf(clubs.home), away: sideOf(clubs.away) },
    setting: settingOf(event),
  }
  return [leagueGameSchema.parse(game)]
}

/** The year in which the season of a game began. @param named the year that ESPN names it by; 0 where it does not */
const beginningYear = (sport: EspnSport, named: number, day: string): number =>
  named > 0 ? named - sport.namedLater : seasonOf(sport, day)

/** A game that is over, as the scoreboard lists it. */
export function toFinal(sport: EspnSport, event: EspnEvent): FinalGame[] {
  const clubs = clubsOf(sport, event)
  if (!clubs || !event.status.type.completed || CALLED_OFF[event.status.type.name]) return []
  const { home, away } = clubs
  const final = finalSchema.safeParse({
    id: event.id,
    date: dayOf(event),
    season: beginningYear(sport, event.season?.year ?? 0, dayOf(event)),
    playoffs: event.season?.type === PART.playoffs,
    home: home.code,
    away: away.code,
    homeScore: Number(home.score),
    awayScore: Number(away.score),
    setting: settingOf(event),
  })
  return final.success ? [final.data] : []
}

/** Games that are added at once: about 2 ms. */
const GAMES_PER_SLICE = 10

const logGame = ({ id, date, home, away }: EspnGame, { club, started, counts }: EspnLine): BoxScoreGame => ({
  date,
  gamePk: Number(id),
  opponent: club === home ? away : home,
  homeAway: club === home ? 'HOME' : 'AWAY',
  started,
  counts,
})

/**
 * Builds the logs of all players and the league's records of finished games.
 * @param games of this season and the one before, oldest first
 */
export async function buildLeagueGames(sport: EspnSport, games: readonly EspnGame[]): Promise<LeagueGames> {
  const engine = sport.createEngine()
  const season = games.at(-1)?.season ?? 0
  const athletes = new Map<number, Athlete>()
  const logs = new Map<number, BoxScoreGame[]>()
  /** The last club of each player this season, and the position of the first game for it in the log. */
  const stints = new Map<number, { readonly club: string; readonly from: number }>()
  await runInSlices(games, GAMES_PER_SLICE, (game) => {
    engine.add(game)
    for (const line of game.lines) {
      const id = Number(line.playerId)
      athletes.set(id, { id, fullName: line.name, position: line.position, club: line.club })
      if (game.season !== season) continue
      const log = logs.get(id) ?? []
      logs.set(id, log)
      if (stints.get(id)?.club !== line.club) stints.set(id, { club: line.club, from: log.length })
      log.push(logGame(game, line))
    }
  })
  const forecasts = new Map<string, EngineResult<StatForecast[]>>()
  const clubOf = ({ team }: LeagueGame['teams']['home']) => team.abbreviation ?? ''
  const playing = deriveOnce(
    (out: ReadonlySet<number>) => new Set([...athletes.keys()].filter((id) => !out.has(id)).map(String)),
  )
  const none: readonly BoxScoreGame[] = []
  const shareOf = ({ id }: Athlete): number =>
    (logs.get(id) ?? none).reduce((sum, { counts }) => sum + sport.shareOf(counts), 0)
  const clubs = Map.groupBy(
    [...athletes.values()].toSorted((a, b) => shareOf(b) - shareOf(a)),
    ({ club }) => club,
  )
  return {
    season,
    athletes: [...athletes.values()],
    games: (id) => logs.get(id) ?? none,
    gamesSinceTrade(id, club) {
      const stint = stints.get(id)
      return stint?.club === club ? (logs.get(id) ?? none).slice(stint.from) : none
    },
    teamMates: ({ id, club }) => (clubs.get(club) ?? []).filter((mate) => mate.id !== id),
    forecast({ id, club }, game, out) {
      const { gamePk, gameDate, officialDate, gameType, teams, setting = NO_SETTING } = game
      const date = officialDate ?? gameDate.slice(0, 10)
      // The first games of a season are forecast before one of it has ended.
      const gameSeason = beginningYear(sport, Number(game.season), date)
      const absent = out ? engine.reportedOut(club, gameSeason, playing(out)) : undefined
      const key = [id, gamePk, club, setting.spread, setting.total, ...(absent ?? [])].join(' ')
      const known = forecasts.get(key)
      if (known) return known
      const fixture = {
        date,
        season: gameSeason,
        playoffs: gameType !== 'R',
        home: clubOf(teams.home),
        away: clubOf(teams.away),
        setting,
      }
      const forecast = engine.forecast(String(id), club, fixture, absent)
      forecasts.set(key, forecast)
      return forecast
    },
  }
}
