import Router from '@koa/router'
import * as z from 'zod'
import type { PositionCode } from '../world/entities.ts'
import { hashSeed } from '../world/random.ts'
import { type BoardLine, type BookLine, easternIso } from '../world/world.ts'
import type { LeagueIndex } from './league-index.ts'
import type { BookLeague, LeagueState } from './league-state.ts'

const POSITIONS: Readonly<Record<PositionCode, string>> = {
  '1': 'P',
  '2': 'C',
  '3': 'IF',
  '4': 'IF',
  '5': 'IF',
  '6': 'IF',
  '7': 'OF',
  '8': 'OF',
  '9': 'OF',
  '10': 'DH',
  X: '',
}
const FIRST_PLAYER = 100_000
const FIRST_COMBO = 600_000

const reference = (type: string, id: string) => ({ data: { type, id } })

const MLB: BookLeague = { id: 2, name: 'MLB', icon: 'baseball' }

/** Describes a line of a baseball world. */
function toBoardLine(index: LeagueIndex, line: BookLine): BoardLine {
  const people = line.personIds.flatMap((id) => index.people.get(id) ?? [])
  const clubs = people.map(({ teamId }) => index.club(teamId))
  const combo = people.length > 1
  const game = index.games.get(line.gamePk)
  const opponents = line.personIds.map((id) => {
    const team = index.people.get(id)?.teamId
    return index.clubs.get((team === game?.homeId ? game?.awayId : game?.homeId) ?? 0)?.lines ?? ''
  })
  const first = index.personIndex.get(line.personIds[0] ?? 0) ?? 0
  return {
    ...line,
    playerId: String((combo ? FIRST_COMBO : FIRST_PLAYER) + first),
    key: [game?.date ?? index.world.day, line.gamePk, ...line.personIds],
    name: people.map(({ fullName }) => fullName).join(' + '),
    position: POSITIONS[people[0]?.position ?? 'X'],
    team: clubs.map(({ lines }) => lines).join('/'),
    opponents: opponents.join('/'),
    place: combo ? null : (clubs[0]?.location ?? null),
    nickname: combo ? null : (clubs[0]?.nickname ?? null),
    combo,
    gameId: `MLB_game_${line.gamePk}`,
    startsAt: game?.startsAt ?? `${index.world.day}T23:00:00Z`,
    date: game?.date ?? index.world.day,
  }
}

const newPlayer = (line: BoardLine, league: BookLeague) => ({
  type: 'new_player',
  id: line.playerId,
  attributes: {
    combo: line.combo,
    display_name: line.name,
    image_url: null,
    league: league.name,
    league_id: league.id,
    market: line.place,
    name: line.name,
    position: line.position,
    team: line.team,
    team_name: line.nickname,
  },
  relationships: { league: reference('league', String(league.id)) },
})

const statId = (name: string): string => String((hashSeed('stat', name) % 900) + 100)

const projection = (line: BoardLine, league: BookLeague, day: string, rank: number) => {
  const today = line.date === day
  // The time at which the line was published: in the morning of its day, or in the evening before.
  const board = easternIso(`${day}T${today ? '11' : '22'}:00:00Z`)
  const promo = line.flashSale !== undefined
  return {
    type: 'projection',
    id: String(hashSeed(...line.key, line.stat, line.oddsType, line.line)),
    attributes: {
      adjusted_odds: line.oddsType === 'standard' ? null : true,
      board_time: board,
      custom_image: null,
      description: line.opponents,
      ...(promo ? { discount_percentage: 60 } : {}),
      end_time: null,
      flash_sale_line_score: line.flashSale ?? null,
      game_id: line.gameId,
      hr_20: true,
      in_game: false,
      is_live: false,
      is_promo: promo,
      line_score: line.line,
      odds_type: line.oddsType,
      projection_type: 'Single Stat',
      rank,
      refundable: true,
      start_time: easternIso(line.startsAt),
      stat_display_name: line.stat,
      stat_type: line.stat,
      status: 'pre_game',
      today,
      tv_channel: null,
      updated_at: board,
    },
    relationships: {
      duration: { data: null },
      league: reference('league', String(league.id)),
      new_player: reference('new_player', line.playerId),
      projection_type: reference('projection_type', '2'),
      score: { data: null },
      stat_type: reference('stat_type', statId(line.stat)),
    },
  }
}

/**
 * A page of a board in JSON:API format: the lines as projections, with the players, stat types and league they refer to.
 * @param firstRank rank of the first line of the page, from 1
 */
function presentBoard(lines: readonly BoardLine[], league: BookLeague, day: string, firstRank: number) {
  const players = new Map(lines.map((line) => [line.playerId, line]))
  const stats = [...new Set(lines.map(({ stat }) => stat))]
  const { id, icon, name } = league
  return {
    data: lines.map((line, at) => projection(line, league, day, firstRank + at)),
    included: [
      ...[...players.values()].map((line) => newPlayer(line, league)),
      ...stats.map((stat, rank) => ({
        type: 'stat_type',
        id: statId(stat),
        attributes: { lfg_ignored_leagues: [], name: stat, rank },
      })),
      ...(lines.length === 0
        ? []
        : [
            {
              type: 'league',
              id: String(id),
              attributes: { active: true, icon, name, projections_count: 0, rank: 1 },
            },
            { type: 'projection_type', id: '2', attributes: { name: 'Single Stat' } },
          ]),
    ],
  }
}

const PER_PAGE = 250
const MAX_PER_PAGE = 10_000
const schema = z.object({
  league_id: z.coerce.number().int().optional(),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(PER_PAGE),
  page: z.coerce.number().int().min(1).default(1),
})

/** Path `projections`: the board of the lines service. Errors are in JSON:API format. */
export function projectionRoutes(state: LeagueState): Router {
  const router = new Router()
  router.get('/projections', (ctx) => {
    const parsed = schema.safeParse(ctx.query)
    if (!parsed.success) {
      const parameter = String(parsed.error.issues[0]?.path[0] ?? '')
      ctx.status = 400
      ctx.body = {
        errors: [
          {
            status: '400',
            title: 'Invalid parameter',
            detail: `${parameter} is invalid`,
            source: { parameter },
          },
        ],
      }
      return
    }
    const { league_id, per_page, page } = parsed.data
    const index = state.index()
    const { day, lines: baseball } = index.world
    const sport = state.sports.find(({ book }) => book.id === league_id)
    const league = sport?.book ?? MLB
    const ofBaseball = league_id === undefined || league_id === MLB.id ? baseball : []
    const lines = sport ? sport.lines(state.now()) : ofBaseball
    const from = (page - 1) * per_page
    const shown = lines
      .slice(from, from + per_page)
      .map((line) => ('playerId' in line ? line : toBoardLine(index, line)))
    ctx.body = {
      ...presentBoard(shown, league, day, from + 1),
      links: { self: `${ctx.host}${ctx.url}` },
      meta: { current_page: page, total_pages: Math.max(1, Math.ceil(lines.length / per_page)) },
    }
  })
  return router
}
