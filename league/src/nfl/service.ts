import Router from '@koa/router'
import { easternDate } from '@propsight/shared/domain'
import { FOOTBALL_CLUBS, type FootballVenue } from '../data/football-clubs.ts'
import { ServiceError } from '../server/answer.ts'
import { minuteIso, presentInjuries, readDates, STATES } from '../server/espn.ts'
import { dateOf, dayNumber, weekday } from '../world/world.ts'
import { clubRef, presentRoster, presentSummary } from './box-service.ts'
import { expectedScores, type FootballState, findFootballState, POINTS_PER_SCORE } from './game-state.ts'
import type { SampleNfl } from './league.ts'
import type { FootballGame, FootballSeason } from './season.ts'

const BASE = '/apis/site/v2/sports/football/nfl'

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

/** Prices of the game, which the service removes once it has begun. */
function presentOdds(seed: string, game: FootballGame) {
  const scores = expectedScores(seed, game)
  const half = (points: number) => Math.round(2 * points) / 2
  const spread = half(POINTS_PER_SCORE * (scores.away - scores.home))
  return [{ spread, overUnder: half(POINTS_PER_SCORE * (scores.home + scores.away)) }]
}

const presentEvent = (seed: string, game: FootballGame, now: Date, records: Records) => {
  const moment = findFootballState(seed, game, now)
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
        ...(moment.state === 'pre' ? { odds: presentOdds(seed, game) } : {}),
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
  nfl: SampleNfl,
  days: { readonly from: string; readonly to: string },
  now: Date,
) {
  const { seed } = nfl
  const season = nfl.season(days.from)
  const games = nfl.games(days)
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
    events: games.map((game) => presentEvent(seed, game, now, records)),
  }
}

const THURSDAY = 4
/** The week of a day, from Thursday to Wednesday: the default of the parameter `dates`. */
const weekOf = (today: string): { from: string; to: string } => {
  const thursday = dayNumber(today) - ((weekday(dayNumber(today)) - THURSDAY + 7) % 7)
  return { from: dateOf(thursday), to: dateOf(thursday + 6) }
}

/** ESPN's scoreboard, box scores, injuries and rosters of the NFL. In a replay there are none. */
export function nflRoutes(nfl: SampleNfl | null, now: () => Date): Router {
  const router = new Router()
  router.get(`${BASE}/scoreboard`, (ctx) => {
    const days = readDates(ctx.query.dates) ?? weekOf(easternDate(now()))
    if (nfl) ctx.body = presentScoreboard(nfl, days, now())
    else ctx.body = { leagues: [], season: { type: 2, year: Number(days.from.slice(0, 4)) }, events: [] }
  })
  router.get(`${BASE}/summary`, (ctx) => {
    const game = nfl?.game(String(ctx.query.event))
    if (!nfl || !game) throw new ServiceError(404, 0, 'Failed to get summary.')
    ctx.body = presentSummary(nfl, game, now())
  })
  router.get(`${BASE}/injuries`, (ctx) => {
    const injuries = nfl?.injuries(easternDate(now())) ?? []
    ctx.body = presentInjuries('nfl', clubRef, injuries, now())
  })
  router.get(`${BASE}/teams/:code/roster`, (ctx) => {
    const code = ctx.params.code?.toUpperCase()
    const club = FOOTBALL_CLUBS.findIndex(({ abbreviation }) => abbreviation === code)
    if (!nfl || club < 0) throw new ServiceError(404, 0, 'Failed to get team.')
    ctx.body = presentRoster(nfl, club)
  })
  return router
}
