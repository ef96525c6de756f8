import { easternDate } from '@propsight/shared/domain'
import * as z from 'zod'
import type { EspnEvent } from '../football/format.ts'
import { type StatsGame, statsGameSchema } from '../stats/format/schedule.ts'
import { nbaClubCode } from './format.ts'
import { nbaSeasonOf } from './nba-league.ts'

/** ESPN's number of preseason games, and of the playoffs. */
const PRESEASON = 1
const PLAYOFFS = 3

/** A game that is over. */
export const finalSchema = z.object({
  id: z.string(),
  date: z.iso.date(),
  season: z.int(),
  playoffs: z.boolean(),
  home: z.string(),
  away: z.string(),
  homeScore: z.int(),
  awayScore: z.int(),
})
export type FinalGame = z.infer<typeof finalSchema>

const STATES = { pre: ['Preview', 'S'], in: ['Live', 'I'], post: ['Final', 'F'] } as const
const CALLED_OFF: Readonly<Record<string, string>> = { STATUS_POSTPONED: 'D', STATUS_CANCELED: 'C' }

/** The clubs of an event; null for a game that no club plays, such as the All-Star Game, and in the preseason. */
function clubsOf({ competitions: [competition], season }: EspnEvent) {
  const side = (which: 'home' | 'away') => competition?.competitors.find(({ homeAway }) => homeAway === which)
  const home = side('home')
  const away = side('away')
  const codes = [home, away].map((each) => nbaClubCode(each?.team.abbreviation ?? ''))
  const [homeCode, awayCode] = codes
  if (!home || !away || !homeCode || !awayCode || season?.type === PRESEASON) return null
  return { home: { ...home, code: homeCode }, away: { ...away, code: awayCode } }
}

/** The US Eastern day of an event. */
export const dayOf = ({ date }: EspnEvent): string => easternDate(new Date(date))

/** A game of the scoreboard in the form of the product's schedules. */
export function toGame(event: EspnEvent): StatsGame[] {
  const clubs = clubsOf(event)
  const gamePk = Number(event.id)
  if (!clubs || !Number.isSafeInteger(gamePk)) return []
  const { state, name } = event.status.type
  const [abstractGameState, code] = STATES[state]
  const sideOf = ({ team, code: abbreviation, score }: (typeof clubs)['home']) => ({
    team: { id: Number(team.id ?? 0), abbreviation, name: team.displayName },
    score: score === undefined ? undefined : Number(score),
    isWinner: undefined,
  })
  const game = {
    gamePk,
    gameType: event.season?.type === PLAYOFFS ? 'P' : 'R',
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
  }
  return [statsGameSchema.parse(game)]
}

/** A game that is over, as the scoreboard lists it. */
export function toFinal(event: EspnEvent): FinalGame[] {
  const clubs = clubsOf(event)
  if (!clubs || !event.status.type.completed || CALLED_OFF[event.status.type.name]) return []
  const { home, away } = clubs
  const { year } = event.season ?? {}
  const final = finalSchema.safeParse({
    id: event.id,
    date: dayOf(event),
    // ESPN names a season by the year in which it ends.
    season: year === undefined ? nbaSeasonOf(dayOf(event)) : year - 1,
    playoffs: event.season?.type === PLAYOFFS,
    home: home.code,
    away: away.code,
    homeScore: Number(home.score),
    awayScore: Number(away.score),
  })
  return final.success ? [final.data] : []
}
