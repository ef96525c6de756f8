import Router from '@koa/router'
import { easternDate } from '@propsight/shared/domain'
import * as z from 'zod'
import { FOOTBALL_CLUBS, type FootballVenue } from '../data/football-clubs.ts'
import { type FootballState, findFootballState } from '../football/game-state.ts'
import {
  type FootballGame,
  type FootballSeason,
  footballOpening,
  makeFootballSeason,
} from '../football/season.ts'
import { dateOf, dayNumber, weekday } from '../world/world.ts'
import { ServiceError } from './answer.ts'
import type { LeagueState } from './league-state.ts'

/** Wins and losses of finished games by index of the club. */
type Records = ReadonlyMap<number, readonly [number, number]>

const easternKickoff = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const ORDINALS = ['', '1st', '2nd', '3rd', '4th', 'OT']
/** Statuses of a game by its state. */
export const STATES = {
  pre: { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', completed: false, description: 'Scheduled' },
  in: { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', completed: false, description: 'In Progress' },
  halftime: { id: '23', name: 'STATUS_HALFTIME', state: 'in', completed: false, description: 'Halftime' },
  post: { id: '3', name: 'STATUS_FINAL', state: 'post', completed: true, description: 'Final' },
} as const

/** An instant without seconds, the time format of the service. */
export const minuteIso = (instant: string): string => `${instant.slice(0, 16)}Z`

const describeState = (
  game: FootballGame,
  { state, period }: FootballState,
  displayClock: string,
): string => {
  switch (state) {
    case 'pre':
      return easternKickoff.format(new Date(game.startsAt))
    case 'post':
      return `Final${period === 5 ? '/OT' : ''}`
    case 'halftime':
      return 'Halftime'
    default:
      return `${displayClock} - ${ORDINALS[period]}`
  }
}

const status = (game: FootballGame, moment: FootballState) => {
  const { state, period, clock } = moment
  const displayClock = `${Math.floor(clock / 60)}:${String(clock % 60).padStart(2, '0')}`
  const detail = describeState(game, moment, displayClock)
  return { clock, displayClock, period, type: { ...STATES[state], detail, shortDetail: detail } }
}

const presentVenue = ({ id, name, city, state, country, indoor }: FootballVenue) => ({
  id,
  fullName: name,
  address: { city, ...(state ? { state } : {}), country },
  indoor,
})

const competitor = (game: FootballGame, moment: FootballState, which: 'home' | 'away', records: Records) => {
  const club = FOOTBALL_CLUBS[game[which]]
  if (!club) throw new Error(`no football club ${game[which]}`)
  const other = which === 'home' ? 'away' : 'home'
  const [won, lost] = records.get(game[which]) ?? [0, 0]
  return {
    id: club.id,
    uid: `s:20~l:28~t:${club.id}`,
    type: 'team',
    order: which === 'home' ? 0 : 1,
    homeAway: which,
    ...(moment.state === 'post' ? { winner: moment[which] > moment[other] } : {}),
    team: {
      id: club.id,
      uid: `s:20~l:28~t:${club.id}`,
      location: club.location,
      name: club.nickname,
      abbreviation: club.abbreviation,
      displayName: `${club.location} ${club.nickname}`,
      shortDisplayName: club.nickname,
      isActive: true,
      venue: { id: club.venue.id },
    },
    score: String(moment[which]),
    records: [{ name: 'overall', abbreviation: 'Any', type: 'total', summary: `${won}-${lost}` }],
  }
}

const presentEvent = (game: FootballGame, moment: FootballState, records: Records) => {
  const home = FOOTBALL_CLUBS[game.home]
  const away = FOOTBALL_CLUBS[game.away]
  const season = { year: game.season, type: 2, slug: 'regular-season' }
  const competitors = [
    competitor(game, moment, 'home', records),
    competitor(game, moment, 'away', records),
  ] as const
  const date = minuteIso(game.startsAt)
  const state = status(game, moment)
  return {
    id: game.id,
    uid: `s:20~l:28~e:${game.id}`,
    date,
    name: `${competitors[1].team.displayName} at ${competitors[0].team.displayName}`,
    shortName: `${away?.abbreviation} ${game.neutral ? 'VS' : '@'} ${home?.abbreviation}`,
    season,
    week: { number: game.week },
    competitions: [
      {
        id: game.id,
        uid: `s:20~l:28~e:${game.id}~c:${game.id}`,
        date,
        attendance: 0,
        type: { id: '1', abbreviation: 'STD' },
        timeValid: true,
        neutralSite: game.neutral,
        conferenceCompetition: home?.conference === away?.conference,
        playByPlayAvailable: false,
        recent: false,
        venue: presentVenue(game.venue),
        competitors,
        notes: [],
        status: state,
        broadcasts: [],
        startDate: date,
      },
    ],
    status: state,
  }
}

const recordsAt = (seed: string, { games }: FootballSeason, now: Date): Records => {
  const records = new Map<number, readonly [number, number]>()
  for (const game of games) {
    if (Date.parse(game.startsAt) > now.getTime()) break
    const { state, home, away } = findFootballState(seed, game, now)
    if (state !== 'post') continue
    for (const [club, won] of [
      [game.home, home > away],
      [game.away, away > home],
    ] as const) {
      const [wins, losses] = records.get(club) ?? [0, 0]
      records.set(club, won ? [wins + 1, losses] : [wins, losses + 1])
    }
  }
  return records
}

/** The football scoreboard of a range of days, both ends included. */
export function presentScoreboard(
  seed: string,
  season: FootballSeason,
  days: { readonly from: string; readonly to: string },
  now: Date,
) {
  const games = season.games.filter(({ date }) => date >= days.from && date <= days.to)
  const records = recordsAt(seed, season, now)
  const current = season.games.findLast(({ date }) => date <= days.from)?.week ?? 1
  const { season: year, first, last } = season
  return {
    leagues: [
      {
        id: '28',
        uid: 's:20~l:28',
        name: 'National Football League',
        abbreviation: 'NFL',
        slug: 'nfl',
        season: {
          year,
          startDate: `${first}T07:00Z`,
          endDate: `${last}T07:59Z`,
          displayName: String(year),
          type: { id: '2', type: 2, name: 'Regular Season', abbreviation: 'reg' },
        },
        calendarType: 'list',
        calendarIsWhitelist: true,
        calendarStartDate: `${first}T07:00Z`,
        calendarEndDate: `${last}T07:59Z`,
        calendar: [],
      },
    ],
    season: { type: 2, year },
    week: { number: games[0]?.week ?? current },
    events: games.map((game) => presentEvent(game, findFootballState(seed, game, now), records)),
  }
}

const THURSDAY = 4
/** Maximum number of days in a range, as in the service. */
const MAX_DAYS = 400

const day = z
  .string()
  .regex(/^\d{8}$/)
  .transform((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  .pipe(z.iso.date())

/** The parameter `dates`: a day or a range. */
export const datesSchema = z
  .string()
  .transform((text) => text.split('-'))
  .pipe(z.array(day).min(1).max(2))
  .transform(([from = '', to = from]) => ({ from, to }))
  .refine(({ from, to }) => from <= to && dayNumber(to) - dayNumber(from) < MAX_DAYS)

/** The week of a day, from Thursday to Wednesday: the default of the parameter `dates`. */
const weekOf = (today: string): { from: string; to: string } => {
  const thursday = dayNumber(today) - ((weekday(dayNumber(today)) - THURSDAY + 7) % 7)
  return { from: dateOf(thursday), to: dateOf(thursday + 6) }
}

/**
 * The season of a day: the season of its year from the opening day on, before that the season of the year
 * before.
 */
const yearOf = (date: string): number => {
  const year = Number(date.slice(0, 4))
  return dayNumber(date) >= footballOpening(year) ? year : year - 1
}

/** ESPN's football scoreboard for `dates=YYYYMMDD` or a range. In a replay it is always empty. */
export function footballRoutes(state: LeagueState): Router {
  const router = new Router()
  let season: FootballSeason | undefined
  router.get('/apis/site/v2/sports/football/nfl/scoreboard', (ctx) => {
    const requestedDates =
      typeof ctx.query.dates === 'string' ? datesSchema.safeParse(ctx.query.dates) : undefined
    if (requestedDates && !requestedDates.success) {
      throw new ServiceError(400, 0, 'Failed to get events endpoint.')
    }
    const now = state.now()
    const days = requestedDates?.data ?? weekOf(easternDate(now))
    const year = yearOf(days.from)
    if (state.seed === null) {
      ctx.body = { leagues: [], season: { type: 2, year }, events: [] }
      return
    }
    if (season?.season !== year) season = makeFootballSeason(state.seed, year)
    ctx.body = presentScoreboard(state.seed, season, days, now)
  })
  return router
}
