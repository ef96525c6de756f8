import Router from '@koa/router'
import { easternDate } from '@propsight/shared/domain'
import { ServiceError } from '../server/answer.ts'
import { minuteIso, presentInjuries, readDates, STATES } from '../server/espn.ts'
import { dateOf, dayNumber } from '../world/world.ts'
import type { NbaBox, NbaLine, NbaSource } from './play.ts'
import { NBA_CLUBS, type NbaGame } from './season.ts'

const BASE = '/apis/site/v2/sports/basketball/nba'
const LABELS = 'MIN PTS FG 3PT FT REB AST TO STL BLK OREB DREB PF'.split(' ')

const team = (club: number) => {
  const { id = '', code = '', location = '', nickname = '' } = NBA_CLUBS[club] ?? {}
  return { id, displayName: `${location} ${nickname}`, abbreviation: code }
}
const scoreOf = (lines: readonly NbaLine[]): number => lines.reduce((sum, { points }) => sum + points, 0)

function presentEvent(game: NbaGame, { state, period, home, away }: NbaBox) {
  const scores = { home: scoreOf(home), away: scoreOf(away) }
  const competitor = (which: 'home' | 'away') => ({
    id: team(game[which]).id,
    homeAway: which,
    score: String(scores[which]),
    winner: state === 'post' && scores[which] === Math.max(scores.home, scores.away),
    team: team(game[which]),
  })
  const status = { clock: 0, displayClock: '0.0', period, type: STATES[state] }
  const id = String(game.id)
  const date = minuteIso(game.startsAt)
  const year = game.season?.year ?? Number(game.date.slice(0, 4)) + 1
  const season = { year, type: 2, slug: 'regular-season' }
  return {
    id,
    date,
    name: `${team(game.away).displayName} at ${team(game.home).displayName}`,
    // ESPN names a season by the year in which it ends.
    season: game.season?.playoffs ? { ...season, type: 3, slug: 'post-season' } : season,
    status,
    competitions: [
      { id, date, timeValid: true, status, competitors: [competitor('home'), competitor('away')] },
    ],
  }
}

/** The texts of a line in the order of `LABELS`; none for a player who did not play. */
function presentStats({ minutes, points, reason, counts }: NbaLine): string[] {
  if (reason !== null) return []
  const count = (name: string) => counts[name] ?? 0
  const shots = (made: number, attempted: number) => `${made}-${attempted}`
  const values = [
    minutes,
    points,
    shots(count('twosMade') + count('threesMade'), count('twosAttempted') + count('threesAttempted')),
    shots(count('threesMade'), count('threesAttempted')),
    shots(count('freeThrowsMade'), count('freeThrowsAttempted')),
    count('offensiveRebounds') + count('defensiveRebounds'),
    ...['assists', 'turnovers', 'steals', 'blocks', 'offensiveRebounds', 'defensiveRebounds', 'fouls'].map(
      count,
    ),
  ]
  return values.map(String)
}

/** A game with its box score. */
function presentSummary(game: NbaGame, box: NbaBox) {
  const players = (['away', 'home'] as const).map((which) => ({
    team: team(game[which]),
    statistics: [
      {
        labels: LABELS,
        athletes: box[which].map((line) => ({
          athlete: {
            id: String(line.player.id),
            displayName: line.player.name,
            position: { abbreviation: line.player.position },
          },
          starter: line.started,
          didNotPlay: line.reason !== null,
          reason: line.reason ?? '',
          stats: presentStats(line),
        })),
      },
    ],
  }))
  const { id, date, competitions, season } = presentEvent(game, box)
  return { header: { id, season, competitions }, boxscore: box.state === 'pre' ? {} : { players }, date }
}

/** ESPN's scoreboard, box scores and injuries of the NBA. In a replay without its folder there are none. */
export function nbaRoutes(nba: NbaSource | null, now: () => Date): Router {
  const router = new Router()
  router.get(`${BASE}/scoreboard`, (ctx) => {
    const today = easternDate(now())
    const days = readDates(ctx.query.dates) ?? { from: today, to: today }
    // The schedule is known a fortnight ahead.
    const last = dateOf(dayNumber(today) + 14)
    const games = nba?.games(days, now()).filter(({ date }) => date <= last) ?? []
    ctx.body = { events: games.map((game) => presentEvent(game, nba?.box(game, now()) as NbaBox)) }
  })
  router.get(`${BASE}/summary`, (ctx) => {
    const game = nba?.game(Number(ctx.query.event))
    if (!nba || !game) throw new ServiceError(404, 0, 'Failed to get summary.')
    ctx.body = presentSummary(game, nba.box(game, now()))
  })
  router.get(`${BASE}/injuries`, (ctx) => {
    ctx.body = presentInjuries('nba', team, nba?.injuries(easternDate(now())) ?? [], now())
  })
  return router
}
