import { type Line, lineSchema } from '@propsight/shared/contracts'
import { canonicalClubCode, formatStatsText, type SportCode } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Read } from '../../platform/cache/freshness.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import { readFlag } from '../../platform/service-client/answer-lists.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { Timer } from '../../platform/timer.ts'
import {
  BOOK_LEAGUES,
  BOOK_MAX_PAGES,
  BOOK_PAGE_SIZE,
  BOOK_STATE,
  FEW_ENTRIES,
  LINES_AGES,
} from '../constants.ts'
import {
  type BookPlayer,
  bookPlayerSchema,
  type Projection,
  projectionSchema,
  projectionsBodySchema,
} from './format.ts'

/** A line of the book, before it is joined with the MLB schedule. */
export interface BookLine extends Line {
  /** Teams or opponent, as written by the book. */
  description: string
  inPlay: boolean
}

export interface BookBoard {
  /** Lines that can be taken. */
  lines: BookLine[]
  /** Lines on which the book takes no entry at present. */
  suspended: BookLine[]
  /** Number of entries that could not be parsed. */
  skipped: number
  /** Number of lines on pages that were not read; estimated by the size of the first page. */
  notRead: number
}

/** The daily fantasy book. Failures are `UpstreamError`s that name the book. */
export interface LinesClient {
  /** The whole board of a sport for a US state, by default baseball's for `CA`. */
  board(state?: string, sport?: SportCode): Promise<Read<BookBoard>>
}

const COMBO_SUFFIX = / \(Combo\)$/

const isResource = (entry: unknown, type: string): boolean =>
  typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === type

/** Statuses of lines that can be taken. A line without a status can. */
const OPEN: ReadonlySet<string | undefined> = new Set([undefined, '', 'open', 'pre_game', 'in_progress'])

function parseLine({ id, attributes }: Projection, { attributes: player }: BookPlayer): BookLine {
  const { flash_sale_line_score: saleLine, line_score: regular } = attributes
  const said = readFlag(attributes.is_promo)
  // A value that cannot be read counts as a promotion: nothing says that the line has the standard payout.
  const promo = said === undefined ? saleLine != null : said !== false
  const promoted = promo && typeof saleLine === 'number' && !Number.isNaN(saleLine)
  const line = promoted ? saleLine : regular
  const statType = attributes.stat_type.replace(COMBO_SUFFIX, '')
  return {
    id,
    name: player.name,
    team: canonicalClubCode(player.team),
    position: player.position,
    stats: formatStatsText({ line, side: 'OVER', statType }),
    line,
    statType,
    oddsType: attributes.odds_type,
    combo: player.combo === true || COMBO_SUFFIX.test(attributes.stat_type) || player.name.includes(' + '),
    promo,
    regularLine: promoted ? regular : null,
    gameTime: new Date(attributes.start_time).toISOString(),
    gameId: attributes.game_id ?? null,
    // Filled in later from the MLB schedule.
    opponent: null,
    homeAway: null,
    description: attributes.description,
    inPlay: attributes.is_live === true || attributes.in_game === true || attributes.status === 'in_progress',
  }
}

/** Entries of the book that are parsed at once: about 2 ms. */
const ENTRIES_PER_SLICE = 100

/**
 * Joins the two lists of the book's JSON:API response: each projection with its player. Omits players of
 * other leagues. `skipped` counts unreadable entries and projections without a player; the first reason is logged.
 * @param league name of the league in the book: 'MLB'
 */
export async function parseBoard(
  data: readonly unknown[],
  included: readonly unknown[],
  league: string,
  log?: Logger,
): Promise<Omit<BookBoard, 'notRead'>> {
  const players = new Map<string, BookPlayer>()
  await runInSlices(included, ENTRIES_PER_SLICE, (entry) => {
    if (!isResource(entry, 'new_player')) return
    const parsed = bookPlayerSchema.safeParse(entry)
    if (parsed.success) players.set(parsed.data.id, parsed.data)
  })
  const lines = new Map<string, BookLine>()
  const suspended = new Map<string, BookLine>()
  const reasons: unknown[] = []
  let unclear = 0
  await runInSlices(data, ENTRIES_PER_SLICE, (entry) => {
    const { data: projection, error } = projectionSchema.safeParse(entry)
    const player = projection && players.get(projection.relationships.new_player.data.id)
    if (!player) reasons.push(error ?? new Error('a line without a player'))
    else if ((player.attributes.league ?? league) === league) {
      if (readFlag(projection.attributes.is_promo) === null) unclear += 1
      // A line that moved to another page between two requests is listed twice: the later one counts.
      const [state, other] = OPEN.has(projection.attributes.status) ? [lines, suspended] : [suspended, lines]
      state.set(projection.id, parseLine(projection, player))
      other.delete(projection.id)
    }
  })
  if (reasons.length > 0) {
    const skipped = { list: 'projections', skipped: reasons.length }
    log?.warn({ err: reasons[0], ...skipped }, 'unreadable entries of an answer were skipped')
  }
  if (unclear > 0) log?.warn({ unclear }, 'lines whose promotion cannot be read count as promotions')
  return { lines: [...lines.values()], suspended: [...suspended.values()], skipped: reasons.length }
}

interface LinesClientOptions {
  client: ServiceClient
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const bookLinesSchema = z.array(lineSchema.extend({ description: z.string(), inPlay: z.boolean() }))
const boardSchema: z.ZodType<BookBoard> = z.object({
  lines: bookLinesSchema,
  suspended: bookLinesSchema,
  skipped: z.int().nonnegative(),
  notRead: z.int().nonnegative(),
})

/**
 * Client of the book. It requests the whole board of a sport at once, so that requests for any market share one
 * response.
 */
export function createLinesClient({ client, timer, redis, log, metrics }: LinesClientOptions): LinesClient {
  const boards = createReadThrough({
    name: 'board:2',
    schema: boardSchema,
    ages: LINES_AGES,
    entries: FEW_ENTRIES,
    timer,
    redis,
    log,
    metrics,
  })

  const page = (state: string, sport: SportCode, number: number) =>
    client.get(
      '/projections',
      {
        league_id: BOOK_LEAGUES[sport],
        per_page: String(BOOK_PAGE_SIZE),
        single_stat: 'true',
        game_mode: 'pickem',
        state_code: state,
        ...(number > 1 ? { page: String(number) } : {}),
      },
      projectionsBodySchema,
    )
  const load = async (state: string, sport: SportCode): Promise<BookBoard> => {
    const first = await page(state, sport, 1)
    const data = [...first.data]
    const included = [...first.included]
    const pages = first.meta?.total_pages ?? 1
    const readPages = Math.min(pages, BOOK_MAX_PAGES)
    let missing = pages - readPages
    for (let number = 2; number <= readPages; number += 1) {
      try {
        const next = await page(state, sport, number)
        data.push(...next.data)
        included.push(...next.included)
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.failure !== 'unreadable') throw error
        missing += 1
      }
    }
    const notRead = missing * first.data.length
    if (notRead > 0) log.warn({ pages, missing, notRead }, 'pages of the book were not read')
    return { ...(await parseBoard(data, included, sport, log)), notRead }
  }

  return {
    board: (state = BOOK_STATE, sport = 'MLB') =>
      boards.read(sport === 'MLB' ? state : `${sport} ${state}`, () => load(state, sport)),
  }
}
