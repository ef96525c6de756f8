import Router from '@koa/router'
import * as z from 'zod'
import { type Game, scoreOf } from '../../world/entities.ts'
import { dateOf, dayNumber } from '../../world/world.ts'
import { answer, badRequest } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { daySchema, type Hydration, hydrates, idSchema, idsSchema, readHydrate, readQuery } from '../query.ts'
import { gameStatus, presentLinescore } from './game-state.ts'
import { personRef, presentPerson } from './person.ts'
import { average } from './stat-groups.ts'
import { presentTeam, presentVenue, teamRef, venueRef } from './team.ts'

const usDay = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`

const side = (
  index: LeagueIndex,
  game: Game,
  which: 'home' | 'away',
  played: boolean,
  hydrations: readonly Hydration[],
) => {
  const club = index.club(which === 'home' ? game.homeId : game.awayId)
  const { wins, losses } = index.teamRecords.get(`${game.pk}:${club.id}`) ?? { wins: 0, losses: 0 }
  const probable = index.people.get(game.probables?.[which] ?? -1)
  const total = played ? scoreOf(game)?.total : undefined
  const runs =
    total?.[which].runs ??
    (game.live?.phase === 'suspended' ? game.live.interruption?.runs[which] : undefined)
  const other = which === 'home' ? 'away' : 'home'
  return {
    leagueRecord: { wins, losses, pct: average(wins, wins + losses) },
    ...(runs === undefined ? {} : { score: runs }),
    team: hydrates(hydrations, 'team') ? presentTeam(index, club, game.season) : teamRef(club),
    ...(total && game.result ? { isWinner: total[which].runs > total[other].runs } : {}),
    ...(probable && hydrates(hydrations, 'probablePitcher')
      ? {
          probablePitcher: hydrates(hydrations, 'person')
            ? presentPerson(index, probable, false)
            : personRef(probable),
        }
      : {}),
    splitSquad: false,
  }
}

/**
 * Person ids of a side's batting order, first to ninth: from the lines after the first pitch, before it as
 * announced.
 */
const listOrder = (index: LeagueIndex, game: Game, which: 'home' | 'away'): readonly number[] => {
  if (!scoreOf(game)) return (game.lineups?.[which] ?? []).map(({ id }) => id)
  const { batting, people } = index.world
  return (index.batting.game.get(index.gameIndex.get(game.pk) ?? -1) ?? [])
    .map((line) => batting.key(line))
    .filter(({ home, order }) => home === (which === 'home') && order >= 10 && order % 10 === 0)
    .toSorted((a, b) => a.order - b.order)
    .map(({ person }) => people[person]?.id ?? 0)
}

/** Both batting orders; a side is absent until its lineup is announced. */
const lineups = (index: LeagueIndex, game: Game) => {
  const players = (which: 'home' | 'away') =>
    listOrder(index, game, which).flatMap((id) => {
      const person = index.people.get(id)
      return person ? [presentPerson(index, person, false)] : []
    })
  const homePlayers = players('home')
  const awayPlayers = players('away')
  return {
    ...(homePlayers.length > 0 ? { homePlayers } : {}),
    ...(awayPlayers.length > 0 ? { awayPlayers } : {}),
  }
}

/** Fields that link both entries of a postponed or resumed game; empty for other games. */
const rescheduleFields = (
  { postponedFrom, resumedOn, startsAt, date }: Game,
  listedOn: string,
  isOriginalDay: boolean,
) => {
  if (resumedOn)
    return listedOn === resumedOn
      ? { resumedFrom: startsAt, resumedFromDate: date }
      : { resumeGameDate: resumedOn }
  if (!postponedFrom) return {}
  if (isOriginalDay) {
    return {
      rescheduleDate: startsAt,
      rescheduleGameDate: date,
      description: `Makeup on ${usDay(date)}`,
    }
  }
  return {
    rescheduledFrom: postponedFrom.startsAt,
    rescheduledFromDate: postponedFrom.date,
    description: `Makeup of ${usDay(postponedFrom.date)} PPD`,
  }
}

/**
 * One game in the schedule of the day `listedOn`; a postponed game is listed on its original and on its new
 * day.
 */
export function presentGame(
  index: LeagueIndex,
  game: Game,
  listedOn: string,
  hydrations: readonly Hydration[],
) {
  const { postponedFrom, live } = game
  const isOriginalDay = postponedFrom?.date === listedOn
  const played = !isOriginalDay && (scoreOf(game) !== undefined || live?.phase === 'suspended')
  return {
    gamePk: game.pk,
    link: `/api/v1.1/game/${game.pk}/feed/live`,
    gameType: 'R',
    season: String(game.season),
    gameDate: isOriginalDay && postponedFrom ? postponedFrom.startsAt : game.startsAt,
    officialDate: game.date,
    status: gameStatus(game, listedOn),
    teams: {
      away: side(index, game, 'away', played, hydrations),
      home: side(index, game, 'home', played, hydrations),
    },
    ...(played && hydrates(hydrations, 'linescore') ? { linescore: presentLinescore(index, game) } : {}),
    ...(hydrates(hydrations, 'lineups') ? { lineups: isOriginalDay ? {} : lineups(index, game) } : {}),
    venue: hydrates(hydrations, 'venue')
      ? presentVenue(index, game.venueId, hydrations)
      : venueRef(index, game.venueId),
    content: { link: `/api/v1/game/${game.pk}/content` },
    ...(played && game.result ? { isTie: false } : {}),
    gameNumber: isOriginalDay ? 1 : game.gameNumber,
    publicFacing: true,
    doubleHeader: isOriginalDay ? 'N' : game.doubleHeader,
    gamedayType: 'P',
    tiebreaker: 'N',
    seasonDisplay: String(game.season),
    dayNight: game.dayNight,
    ...rescheduleFields(game, listedOn, isOriginalDay),
    scheduledInnings: 9,
    gamesInSeries: game.seriesLength,
    seriesGameNumber: game.seriesGame,
    seriesDescription: 'Regular Season',
    recordSource: 'S',
    ifNecessary: 'N',
    ifNecessaryDescription: 'Normal Game',
  }
}

/** Answer of `schedule`: the games of some days that `keep` accepts. Days without games are not listed. */
export function presentSchedule(
  index: LeagueIndex,
  dates: readonly string[],
  keep: (game: Game) => boolean,
  hydrations: readonly Hydration[],
) {
  const days = dates.flatMap((date) => {
    const games = (index.byDate.get(date) ?? [])
      .filter(keep)
      .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.pk - b.pk)
      .map((game) => presentGame(index, game, date, hydrations))
    if (games.length === 0) return []
    const count = {
      totalItems: games.length,
      totalEvents: 0,
      totalGames: games.length,
      totalGamesInProgress: games.filter(({ status }) => status.codedGameState === 'I').length,
    }
    return [{ date, ...count, games, events: [] }]
  })
  const total = days.reduce((sum, { games }) => sum + games.length, 0)
  const totalGamesInProgress = days.reduce((sum, day) => sum + day.totalGamesInProgress, 0)
  return { totalItems: total, totalEvents: 0, totalGames: total, totalGamesInProgress, dates: days }
}

/** Maximum number of days in a range: about a year and a half. */
const MAX_DAYS = 550

const schema = z.object({
  sportId: z.string().default('1'),
  date: daySchema.optional(),
  startDate: daySchema.optional(),
  endDate: daySchema.optional(),
  teamId: idsSchema.optional(),
  opponentId: idSchema.optional(),
  gamePk: idSchema.optional(),
  gameType: z.string().default('R'),
  hydrate: z.string().optional(),
})

/** Path `schedule`: games by day, range, club or number. */
export function scheduleRoutes(state: LeagueState): Router {
  const router = new Router()
  router.get('/api/v1/schedule', (ctx) => {
    const query = readQuery(schema, ctx.query)
    const index = state.index()
    const requestedDay = query.date ?? index.world.day
    const game = index.games.get(query.gamePk ?? -1)
    const from = query.startDate ?? game?.date ?? requestedDay
    const to = query.endDate ?? query.startDate ?? game?.date ?? requestedDay
    if (to < from) throw badRequest(`Invalid Request with value: endDate=${to}`)
    const days = dayNumber(to) - dayNumber(from) + 1
    if (days > MAX_DAYS) throw badRequest(`Invalid Request with value: startDate=${from}`)
    const dates = Array.from({ length: days }, (_, n) => dateOf(dayNumber(from) + n))
    const teams = query.teamId
    const regular = query.sportId.split(',').includes('1') && query.gameType.split(',').includes('R')
    const body = presentSchedule(
      index,
      dates,
      ({ pk, homeId, awayId }) =>
        regular &&
        (!query.gamePk || pk === query.gamePk) &&
        (!teams || teams.includes(homeId) || teams.includes(awayId)) &&
        (!query.opponentId || homeId === query.opponentId || awayId === query.opponentId),
      readHydrate(query.hydrate),
    )
    answer(ctx, body)
  })
  return router
}
