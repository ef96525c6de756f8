import {
  type FetchLinesResponse,
  type FreeSamples,
  fetchLinesQuery,
  type GameLogRecord,
  type PlayerDetail,
  playerDetailBody,
  type Slate,
  slateQuery,
  startRunBody,
  type WhatIf,
  whatIfBody,
} from '@propsight/shared/contracts'
import { menuOf, SPORT_CODES, type SportCode } from '@propsight/shared/domain'
import { type AuthPorts, optionalUser, requireUser, userOf } from '../http/auth.ts'
import { createBoardParser } from '../http/board-body.ts'
import { sendBrotli } from '../http/compression.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { compressLines, NDJSON, type RecordStream, streamRecords } from '../http/ndjson.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { createSharedResponses } from '../http/shared-responses.ts'
import { readBody, readJson, readQuery } from '../http/validate.ts'
import { createCache } from '../platform/cache/cache.ts'
import { notFound } from '../platform/errors.ts'
import { coverPlayers, keysOfLines, type ScopePorts } from '../services/accounts/run-scope.ts'
import {
  deliverRun,
  type RunPorts,
  releaseAfterFailure,
  requirePaidRun,
  startRun,
} from '../services/accounts/runs.ts'
import { createBoardCache } from '../services/board/board-cache.ts'
import { type GameLogPorts, prefetchGameLogs, streamGameLogs } from '../services/board/game-logs.ts'
import { allowedLines, type BookPorts, limitLines, linesFilter, readLines } from '../services/board/lines.ts'
import { playerDetail } from '../services/board/player-detail/player-detail.ts'
import { whatIf } from '../services/board/what-if/what-if.ts'
import type { PropPorts } from '../services/props/show-forecasts.ts'
import { readFreeSamples } from '../services/slate/free-samples.ts'
import { readSlate, type SlatePorts } from '../services/slate/slate.ts'

export const runsRoutes = (deps: LimitPorts & AuthPorts & RunPorts): ApiRouter =>
  createRouter().post(
    '/api/runs',
    limit(deps, { name: 'runs-address', points: 60, seconds: 60, by: 'address' }),
    // The error text of C2 for a deduction without a user.
    requireUser(deps, 'No user logged in'),
    limit(deps, { name: 'runs', points: 10, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, startRunBody)
      ctx.body = await startRun(deps, userOf(ctx).id, body)
    },
  )

type PaidPorts = LimitPorts & AuthPorts & RunPorts & ScopePorts

const LOGS_MINUTE_MS = 60_000

/**
 * `POST /api/game-logs` (N8): streams the logs of players of a paid run, with the forecasts of its market.
 * The lines of the run have charged it, so this charges and releases nothing.
 */
export function gameLogsRoutes(deps: PaidPorts & GameLogPorts & PropPorts): ApiRouter {
  const boardCache = createBoardCache(compressLines)
  const parse = createBoardParser()
  return createRouter().post(
    '/api/game-logs',
    limit(deps, { name: 'logs-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      const { runId, players, playersKey } = parse(await readJson(ctx))
      const run = await requirePaidRun(deps, userOf(ctx), runId)
      const marketsOf = await coverPlayers(deps, run, players)
      const collect = async (): Promise<GameLogRecord[]> => {
        const records: GameLogRecord[] = []
        const collectRecord = async (record: GameLogRecord) => {
          records.push(record)
        }
        const summary = await streamGameLogs(deps, players, collectRecord, marketsOf)
        return [...records, { type: 'end', ...summary }]
      }
      // Boards of pictures differ from user to user, and are not cached.
      const isShared = run.feature !== 'image'
      const key = JSON.stringify([deps.clock.today(), run.category, playersKey])
      const asOf = Math.floor(deps.clock.now().getTime() / LOGS_MINUTE_MS)
      const board = isShared ? await boardCache.find(key, asOf, collect) : null
      if (board) {
        ctx.set('Cache-Control', 'no-store')
        sendBrotli(ctx, NDJSON, board.brotli)
        return
      }
      let records: GameLogRecord[] | null = null
      const produce = async (out: RecordStream) => {
        const sentRecords: GameLogRecord[] = []
        const write = async (record: GameLogRecord) => {
          await out.write(record)
          sentRecords.push(record)
        }
        const summary = await streamGameLogs(deps, players, write, marketsOf)
        out.signal.throwIfAborted()
        await write({ type: 'end', ...summary })
        if (summary.players > 0) records = sentRecords
      }
      const keep = (brotli: Buffer) => {
        if (records) boardCache.keep(key, asOf, { records, brotli })
      }
      await streamRecords(ctx, produce, isShared ? keep : undefined)
    },
  )
}

/** `POST /api/player-detail` (N12): the data of the player detail view, for the user of an active run. */
export const playerDetailRoutes = (deps: PaidPorts & Parameters<typeof playerDetail>[0]): ApiRouter =>
  createRouter().post(
    '/api/player-detail',
    limit(deps, { name: 'detail-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      const { runId, ...body } = await readBody(ctx, playerDetailBody)
      const { player } = body
      const run = await requirePaidRun(deps, userOf(ctx), runId)
      const markets = (await coverPlayers(deps, run, [player]))(player)
      const detail = await playerDetail(deps, body)
      const why = detail.why.filter(({ stat }) => markets === null || markets.has(stat))
      ctx.body = { ...detail, why } satisfies PlayerDetail
    },
  )

/**
 * `POST /api/what-if` (N12): the forecasts of a player of a paid run under changed circumstances. Nothing is
 * stored, and nothing is charged.
 */
export const whatIfRoutes = (deps: PaidPorts & Parameters<typeof whatIf>[0]): ApiRouter =>
  createRouter().post(
    '/api/what-if',
    limit(deps, { name: 'what-if-address', points: 180, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      const { runId, ...body } = await readBody(ctx, whatIfBody)
      const { player } = body
      const run = await requirePaidRun(deps, userOf(ctx), runId)
      const markets = (await coverPlayers(deps, run, [player]))(player)
      ctx.body = (await whatIf(deps, body, markets)) satisfies WhatIf
    },
  )

const MINUTE_MS = 60_000
/** Cache limit. A board of 300 lines has about 100,000 characters, the whole book a million. */
const CACHE_CHARS = 8_000_000

/**
 * The one board of a market that requests without a run share: the odds type of the pitchers page (H5), all
 * games and the default state. Filters would give more than its 50 lines.
 */
const FREE_BOARD = { oddsType: 'goblin', state: undefined, live: undefined, gameIds: undefined } as const

/** How long the lines of a filter are used for answers of any length. The book is read minutes apart. */
const FRESH_MS = 3_000
/** Lines in memory: eight whole books. Their texts are shared with the book in memory. */
const CACHED_LINES = 40_000

export const fetchLinesRoutes = (deps: PaidPorts & GameLogPorts & BookPorts): ApiRouter => {
  const shared = createSharedResponses<FetchLinesResponse>(CACHE_CHARS)
  const now = () => performance.now()
  const boards = createCache<Awaited<ReturnType<typeof readLines>>>({
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: FRESH_MS },
    now,
    entries: CACHED_LINES,
    size: { max: CACHED_LINES, of: ({ players }) => players.length },
  })
  return createRouter().get(
    '/api/fetch-lines',
    limit(deps, { name: 'lines-address', points: 120, seconds: 60, by: 'address' }),
    optionalUser(deps),
    limitWork(deps),
    async (ctx) => {
      const query = readQuery(ctx, fetchLinesQuery)
      const { run, most } = await allowedLines(deps, ctx.state.user, query)
      if (run) prefetchGameLogs(deps)
      const filter = linesFilter(run ? query : { ...query, ...FREE_BOARD })
      ctx.set('Cache-Control', 'private, no-store')
      const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
      const read = async () => {
        const key = JSON.stringify([run === null, filter])
        const { value: board } = await boards.read(`${minute} ${key}`, async () => ({
          value: await readLines(deps, filter, run === null),
          readAtMs: now(),
        }))
        // A limit above the number of lines is no limit.
        const limit = Math.min(query.limit ?? most, most, board.total)
        return shared.read(`${limit} ${key}`, minute, () => limitLines(board, limit))
      }
      const answer = await read().catch(async (error: unknown) => {
        if (run) await releaseAfterFailure(deps, run, error, 'no lines could be read', ctx.state.log)
        throw error
      })
      if (run) {
        // A disconnected client is not charged and may resume its run.
        if (ctx.req.socket.destroyed) return
        const covers = keysOfLines(answer.value.players)
        if (covers.length > 0) await deliverRun(deps, run, { picture: null, covers })
        else if (run.state === 'held') {
          // Nothing is delivered under a released hold, not even the lines that cannot be ranked.
          await deps.repositories.runs.release(run.id, 'no lines to rank')
          ctx.body = { ...answer.value, players: [], total: 0 } satisfies FetchLinesResponse
          return
        }
      }
      sendBrotli(ctx, 'application/json', answer.brotli)
    },
  )
}

const MAX_AGE_SECONDS = 20

/** One answer for all visitors. A part that could not be read is tried again after three seconds. */
const COMPLETE_AGES = { freshMs: 20_000, graceMs: 2 * MINUTE_MS, keepMs: 2 * MINUTE_MS }
const INCOMPLETE_MS = 3_000
/** The figures are those of a board that is read at the same time, within a minute. */
const SAMPLE_AGES = { freshMs: 20_000, graceMs: 40_000, keepMs: MINUTE_MS }

/** Slates in memory: those of today and yesterday of each sport. */
const DAYS_IN_MEMORY = 2 * SPORT_CODES.length

const isComplete = ({ games, lines, moves }: Slate, hasOdds: boolean): boolean =>
  games !== null && lines !== null && !lines.stale && (moves !== null || !hasOdds)

/**
 * `GET /api/slate` and `GET /api/slate/samples` (N11): the day of a sport before any analysis, and one line per market
 * with its figures. Without sign-in, the same for all visitors.
 */
export const slateRoutes = (
  deps: LimitPorts & SlatePorts & Parameters<typeof readFreeSamples>[0],
): ApiRouter => {
  const now = () => performance.now()
  const slates = createCache<Slate>({ ages: COMPLETE_AGES, now, entries: DAYS_IN_MEMORY })
  const samples = createCache<FreeSamples>({ ages: SAMPLE_AGES, now, entries: DAYS_IN_MEMORY })
  /** The sport of a request, which must be open. */
  const sportOf = (ctx: ApiContext): SportCode => {
    const { sport } = readQuery(ctx, slateQuery)
    if (menuOf(sport).length === 0) throw notFound(`${sport} is not open here.`)
    return sport
  }
  const loadSlate = async (sport: SportCode) => {
    const value = await readSlate(deps, sport)
    return {
      value,
      readAtMs: isComplete(value, deps.upstream.odds !== null)
        ? now()
        : now() - COMPLETE_AGES.freshMs + INCOMPLETE_MS,
    }
  }
  /** Without a readable book there is no sample, which is no failure of the page. */
  const loadSamples = async (sport: SportCode) => {
    try {
      return { value: await readFreeSamples(deps, sport), readAtMs: now() }
    } catch (error) {
      deps.log.warn({ err: error }, 'no free samples')
      const none: FreeSamples = { date: deps.clock.today(), samples: [] }
      return { value: none, readAtMs: now() - SAMPLE_AGES.freshMs + INCOMPLETE_MS }
    }
  }
  return createRouter()
    .get(
      '/api/slate',
      limit(deps, { name: 'slate-address', points: 60, seconds: 60, by: 'address' }),
      limitWork(deps),
      async (ctx) => {
        const sport = sportOf(ctx)
        const { value } = await slates.read(`${sport} ${deps.clock.today()}`, () => loadSlate(sport))
        ctx.set(
          'Cache-Control',
          isComplete(value, deps.upstream.odds !== null) ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache',
        )
        ctx.body = value
      },
    )
    .get(
      '/api/slate/samples',
      limit(deps, { name: 'slate-address', points: 60, seconds: 60, by: 'address' }),
      limitWork(deps),
      async (ctx) => {
        const sport = sportOf(ctx)
        const { value } = await samples.read(`${sport} ${deps.clock.today()}`, () => loadSamples(sport))
        ctx.set('Cache-Control', value.samples.length > 0 ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache')
        ctx.body = value
      },
    )
}
