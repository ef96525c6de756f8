import { easternDate } from '@propsight/shared/domain'
import * as z from 'zod'
import {
  type GameSetting,
  gameSettingSchema,
  type LeagueGame,
  leagueGameSchema,
} from '../box-score-league.ts'
import { type EspnSport, type FinalGame, seasonOf } from './espn-sport.ts'
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

/** A game that is over, as the scoreboard lists it. */
export function toFinal(sport: EspnSport, event: EspnEvent): FinalGame[] {
  const clubs = clubsOf(sport, event)
  if (!clubs || !event.status.type.completed || CALLED_OFF[event.status.type.name]) return []
  const { home, away } = clubs
  const { year } = event.season ?? {}
  const final = finalSchema.safeParse({
    id: event.id,
    date: dayOf(event),
    season: year === undefined ? seasonOf(sport, dayOf(event)) : year - sport.namedLater,
    playoffs: event.season?.type === PART.playoffs,
    home: home.code,
    away: away.code,
    homeScore: Number(home.score),
    awayScore: Number(away.score),
    setting: settingOf(event),
  })
  return final.success ? [final.data] : []
}
