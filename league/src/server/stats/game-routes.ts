import Router from '@koa/router'
import * as z from 'zod'
import { type Game, isPark } from '../../world/entities.ts'
import { answer, notFound } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { idSchema, readHydrate, readQuery } from '../query.ts'
import { presentBoxscore } from './boxscore.ts'
import { gameStatus, presentLinescore } from './game-state.ts'
import { personRef, presentPerson } from './person.ts'
import { presentTeam, presentVenue } from './team.ts'

const VENUE_HYDRATIONS = readHydrate('location,timezone,fieldInfo')

const refs = (index: LeagueIndex, ids: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([key, id]) => {
      const person = index.people.get(id ?? -1)
      return person ? [[key, personRef(person)]] : []
    }),
  )

/** Answer of `game/{pk}/feed/live` (v1.1) without plays, because this league has lines and no pitch data. */
export function presentFeed(index: LeagueIndex, game: Game) {
  const boxscore = presentBoxscore(index, game)
  const away = index.club(game.awayId)
  const home = index.club(game.homeId)
  const ids = [...Object.values(boxscore.teams.away.players), ...Object.values(boxscore.teams.home.players)]
  const players = ids.flatMap((player) => {
    const person = index.people.get(player.person.id)
    return person ? [[`ID${person.id}`, presentPerson(index, person, false)] as const] : []
  })
  const venue = index.parks.get(game.venueId)
  const dome = isPark(venue) && venue.roof === 'dome'
  const { winner, loser, save } = game.result ?? {}
  return {
    gamePk: game.pk,
    link: `/api/v1.1/game/${game.pk}/feed/live`,
    metaData: {
      wait: 10,
      timeStamp: game.startsAt.replace(/[-:]/g, '').replace('T', '_').slice(0, 15),
      gameEvents: [],
      logicalEvents: [],
    },
    gameData: {
      game: {
        pk: game.pk,
        type: 'R',
        doubleHeader: game.doubleHeader,
        id: `${game.date.replaceAll('-', '/')}/${away.code}mlb-${home.code}mlb-${game.gameNumber}`,
        gamedayType: 'P',
        tiebreaker: 'N',
        gameNumber: game.gameNumber,
        season: String(game.season),
        seasonDisplay: String(game.season),
      },
      datetime: {
        dateTime: game.startsAt,
        originalDate: game.postponedFrom?.date ?? game.date,
        officialDate: game.date,
        dayNight: game.dayNight,
      },
      status: gameStatus(game, game.date),
      teams: { away: presentTeam(index, away, game.season), home: presentTeam(index, home, game.season) },
      players: Object.fromEntries(players),
      venue: presentVenue(index, game.venueId, VENUE_HYDRATIONS),
      ...(dome ? { weather: { condition: 'Dome', temp: '72', wind: '0 mph, None' } } : {}),
      probablePitchers: refs(index, { away: game.probables?.away, home: game.probables?.home }),
    },
    liveData: {
      plays: { allPlays: [], scoringPlays: [], playsByInning: [] },
      linescore: presentLinescore(index, game),
      boxscore,
      ...(game.result ? { decisions: refs(index, { winner, loser, save }) } : {}),
    },
  }
}

/** Paths of one game: box score, line score, live feed. */
export function gameRoutes(state: LeagueState): Router {
  const router = new Router()
  const serve = (path: string, present: (index: LeagueIndex, game: Game) => object) => {
    router.get(path, (ctx) => {
      const { pk } = readQuery(z.object({ pk: idSchema }), ctx.params)
      const index = state.index()
      const game = index.games.get(pk)
      if (!game) throw notFound()
      answer(ctx, present(index, game))
    })
  }
  serve('/api/v1/game/:pk/boxscore', presentBoxscore)
  serve('/api/v1/game/:pk/linescore', presentLinescore)
  serve('/api/v1.1/game/:pk/feed/live', presentFeed)
  return router
}
