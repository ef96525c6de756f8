import Router from '@koa/router'
import * as z from 'zod'
import { type Game, isPark, type Person, scoreOf } from '../../world/entities.ts'
import type { LineKey, LineTable } from '../../world/line-table.ts'
import { answer, notFound } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { idSchema, readHydrate, readQuery } from '../query.ts'
import { gameStatus, presentLinescore } from './game-state.ts'
import { POSITIONS, personRef, positionPlayed, presentPerson } from './person.ts'
import { buildStat, groupLines, sumLines } from './stat-groups.ts'
import { presentTeam, presentVenue } from './team.ts'

type Which = 'away' | 'home'

const sum = (table: LineTable, lines: readonly number[]): number[] => {
  const into = new Array<number>(table.fieldCount).fill(0)
  for (const line of lines) table.addTo(into, line)
  return into
}

/** A player's season up to and including this game, for `seasonStats` of the box score. */
const seasonStats = (index: LeagueIndex, game: Game, person: Person) => {
  const until = (group: 'hitting' | 'pitching') => {
    const access = groupLines(index, person, group, game.season)
    const lines = access.lines.filter((line) => {
      const other = index.world.games[access.table.key(line).game]
      return (
        other !== undefined &&
        (other.date < game.date || (other.date === game.date && other.gameNumber <= game.gameNumber))
      )
    })
    return access.stat(sumLines(access, lines), lines.length)
  }
  return { batting: until('hitting'), pitching: until('pitching'), fielding: {} }
}

interface BoxPlayer {
  readonly batting: number | undefined
  readonly pitching: number | undefined
}

const ofSide = (table: LineTable, lines: readonly number[], home: boolean) =>
  lines
    .filter((line) => table.key(line).home === home)
    .toSorted((a, b) => table.key(a).order - table.key(b).order)

/** The position of a player in a game: as a pitcher, as played, or the main one before the first pitch. */
const positionIn = (person: Person, lines: BoxPlayer, played: LineKey | undefined) => {
  if (lines.pitching !== undefined) return POSITIONS['1']
  return played ? positionPlayed(played.position) : POSITIONS[person.position]
}

const presentSide = (index: LeagueIndex, game: Game, which: Which) => {
  const { world } = index
  const at = index.gameIndex.get(game.pk) ?? -1
  const home = which === 'home'
  const club = index.club(home ? game.homeId : game.awayId)
  const batting = ofSide(world.batting, index.batting.game.get(at) ?? [], home)
  const pitching = ofSide(world.pitching, index.pitching.game.get(at) ?? [], home)
  const id = (table: LineTable, line: number) => world.people[table.key(line).person]?.id ?? 0
  const played = new Map<number, BoxPlayer>()
  for (const line of batting) played.set(id(world.batting, line), { batting: line, pitching: undefined })
  for (const line of pitching) {
    const person = id(world.pitching, line)
    played.set(person, { batting: played.get(person)?.batting, pitching: line })
  }
  const score = scoreOf(game)
  const situation = game.live?.phase === 'in-progress' ? game.live.situation : undefined
  const spots = game.lineups?.[which] ?? []
  const probable = game.probables?.[which]
  const announcedPitchers = probable !== undefined && spots.length > 0 ? [probable] : []
  // Before the first pitch: the announced lineup and starter, if there are any.
  if (!score) {
    for (const spot of spots) played.set(spot.id, { batting: undefined, pitching: undefined })
    for (const pitcher of announcedPitchers) {
      played.set(pitcher, { batting: undefined, pitching: undefined })
    }
  }
  const slot = new Map(spots.map((spot, order) => [spot.id, (order + 1) * 100]))
  const players = [...played].flatMap(([personId, lines]) => {
    const person = index.people.get(personId)
    if (!person) return []
    const key = lines.batting === undefined ? undefined : world.batting.key(lines.batting)
    const order = key ? Math.floor(key.order / 10) * 100 + (key.order % 10) : slot.get(personId)
    const position = positionIn(person, lines, key)
    const player = {
      person: personRef(person),
      jerseyNumber: person.number ?? '',
      position,
      status: { code: 'A', description: 'Active' },
      parentTeamId: club.id,
      ...(order ? { battingOrder: String(order) } : {}),
      stats: {
        batting:
          lines.batting === undefined
            ? {}
            : buildStat(index, 'hitting')(sum(world.batting, [lines.batting]), 1),
        pitching:
          lines.pitching === undefined
            ? {}
            : buildStat(index, 'pitching')(sum(world.pitching, [lines.pitching]), 1),
        fielding: {},
      },
      seasonStats: seasonStats(index, game, person),
      gameStatus: {
        isCurrentBatter: situation?.batterId === personId,
        isCurrentPitcher: situation?.pitcherId === personId,
        isOnBench: false,
        isSubstitute: (order ?? 0) % 100 > 0,
      },
      allPositions: [position],
    }
    return [[`ID${personId}`, player] as const]
  })
  const pitchers = pitching.map((line) => id(world.pitching, line))
  const started = batting.filter((line) => world.batting.key(line).order % 10 === 0)
  const rest = world.people.filter(
    (person) => person.teamId === club.id && person.status === 'active' && !played.has(person.id),
  )
  return {
    team: presentTeam(index, club, game.season),
    teamStats: {
      batting: score ? buildStat(index, 'hitting')(sum(world.batting, batting), 1) : {},
      pitching: score ? buildStat(index, 'pitching')(sum(world.pitching, pitching), 1) : {},
      fielding: score ? { errors: score.total[which].errors } : {},
    },
    players: Object.fromEntries(players),
    batters: score
      ? [...new Set([...batting.map((line) => id(world.batting, line)), ...pitchers])]
      : spots.map((spot) => spot.id),
    pitchers: score ? pitchers : announcedPitchers,
    bench: rest.filter(({ position }) => position !== '1').map((person) => person.id),
    bullpen: rest.filter(({ position }) => position === '1').map((person) => person.id),
    battingOrder: score ? started.map((line) => id(world.batting, line)) : spots.map((spot) => spot.id),
    info: [],
    note: [],
  }
}

/**
 * Answer of `game/{pk}/boxscore`: the lines of both sides or, before the first pitch, announced lineups and
 * starters.
 */
export const presentBoxscore = (index: LeagueIndex, game: Game) => ({
  teams: { away: presentSide(index, game, 'away'), home: presentSide(index, game, 'home') },
  officials: [],
  info: [],
  pitchingNotes: [],
})

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
