import Router from '@koa/router'
import * as z from 'zod'
import type { PositionCode } from '../world/entities.ts'
import { hashSeed } from '../world/random.ts'
import { type BookLine, easternIso } from '../world/world.ts'
import type { LeagueIndex } from './league-index.ts'
import type { LeagueState } from './league-state.ts'

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

const playerId = (index: LeagueIndex, line: BookLine): string => {
  const first = index.personIndex.get(line.personIds[0] ?? 0) ?? 0
  return String((line.personIds.length > 1 ? FIRST_COMBO : FIRST_PLAYER) + first)
}

const newPlayer = (index: LeagueIndex, line: BookLine) => {
  const people = line.personIds.flatMap((id) => index.people.get(id) ?? [])
  const clubs = people.map(({ teamId }) => index.club(teamId))
  const combo = people.length > 1
  const name = people.map(({ fullName }) => fullName).join(' + ')
  const [club] = clubs
  return {
    type: 'new_player',
    id: playerId(index, line),
    attributes: {
      combo,
      display_name: name,
      image_url: null,
      league: 'MLB',
      league_id: 2,
      market: combo ? null : (club?.location ?? null),
      name,
      position: POSITIONS[people[0]?.position ?? 'X'],
      team: clubs.map(({ lines }) => lines).join('/'),
      team_name: combo ? null : (club?.nickname ?? null),
    },
    relationships: { league: reference('league', '2') },
  }
}

const statId = (name: string): string => String((hashSeed('stat', name) % 900) + 100)

const projection = (index: LeagueIndex, line: BookLine, rank: number) => {
  const game = index.games.get(line.gamePk)
  const teams = line.personIds.map((id) => index.people.get(id)?.teamId)
  const opponents = teams.map(
    (team) => index.clubs.get((team === game?.homeId ? game?.awayId : game?.homeId) ?? 0)?.lines ?? '',
  )
  const start = easternIso(game?.startsAt ?? `${index.world.day}T23:00:00Z`)
  const date = game?.date ?? index.world.day
  const today = date === index.world.day
  // The time at which the line was published: in the morning of its day, or in the evening before.
  const board = easternIso(`${index.world.day}T${today ? '11' : '22'}:00:00Z`)
  const key = hashSeed(date, line.gamePk, ...line.personIds, line.stat, line.oddsType, line.line)
  const promo = line.flashSale !== undefined
  return {
    type: 'projection',
    id: String(key),
    attributes: {
      adjusted_odds: line.oddsType === 'standard' ? null : true,
      board_time: board,
      custom_image: null,
      description: opponents.join('/'),
      ...(promo ? { discount_percentage: 60 } : {}),
      end_time: null,
      flash_sale_line_score: line.flashSale ?? null,
      game_id: `MLB_game_${line.gamePk}`,
      hr_20: true,
      in_game: false,
      is_live: false,
      is_promo: promo,
      line_score: line.line,
      odds_type: line.oddsType,
      projection_type: 'Single Stat',
      rank,
      refundable: true,
      start_time: start,
      stat_display_name: line.stat,
      stat_type: line.stat,
      status: 'pre_game',
      today,
      tv_channel: null,
      updated_at: board,
    },
    relationships: {
      duration: { data: null },
      league: reference('league', '2'),
      new_player: reference('new_player', playerId(index, line)),
      projection_type: reference('projection_type', '2'),
      score: { data: null },
      stat_type: reference('stat_type', statId(line.stat)),
    },
  }
}

/**
 * A page of the board in JSON:API format: the lines as projections, with the players, stat types and league
 * they refer to.
 * @param firstRank rank of the first line of the page, from 1
 */
export function presentBoard(index: LeagueIndex, lines: readonly BookLine[], firstRank: number) {
  const players = new Map(lines.map((line) => [playerId(index, line), line]))
  const stats = [...new Set(lines.map(({ stat }) => stat))]
  return {
    data: lines.map((line, at) => projection(index, line, firstRank + at)),
    included: [
      ...[...players.values()].map((line) => newPlayer(index, line)),
      ...stats.map((name, rank) => ({
        type: 'stat_type',
        id: statId(name),
        attributes: { lfg_ignored_leagues: [], name, rank },
      })),
      ...(lines.length === 0
        ? []
        : [
            {
              type: 'league',
              id: '2',
              attributes: { active: true, icon: 'baseball', name: 'MLB', projections_count: 0, rank: 1 },
            },
            { type: 'projection_type', id: '2', attributes: { name: 'Single Stat' } },
          ]),
    ],
  }
}

const PER_PAGE = 250
const MAX_PER_PAGE = 10_000
/** The lines service's id of MLB, the only sport of this board. */
const MLB = 2

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
    const lines = league_id === undefined || league_id === MLB ? index.world.lines : []
    const from = (page - 1) * per_page
    ctx.body = {
      ...presentBoard(index, lines.slice(from, from + per_page), from + 1),
      links: { self: `${ctx.host}${ctx.url}` },
      meta: { current_page: page, total_pages: Math.max(1, Math.ceil(lines.length / per_page)) },
    }
  })
  return router
}
