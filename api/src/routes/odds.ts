import { createHash } from 'node:crypto'
import {
  IMAGE_CATEGORY,
  type OddsProp,
  type OddsResponse,
  type OddsUnchanged,
  oddsHistoryQuery,
  oddsQuery,
} from '@propsight/shared/contracts'
import {
  canonicalStat,
  findStatType,
  type LeagueClock,
  type SportCode,
  sportOfMarket,
} from '@propsight/shared/domain'
import { LRUCache } from 'lru-cache'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { compressText, sendBrotli } from '../http/compression.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { createCache } from '../platform/cache/cache.ts'
import { jsonInSlices } from '../platform/concurrency/event-loop.ts'
import type { Run } from '../repositories/runs.ts'
import { keysOfPlayers } from '../services/accounts/run-scope.ts'
import { deliverRun, type RunPorts, releaseAfterFailure, requireRun } from '../services/accounts/runs.ts'
import {
  type HistoryPorts,
  type OddsBoard,
  oddsHistory,
  type ReadOddsBoard,
  requireOddsSource,
} from '../services/odds/odds-board.ts'
import { type ChancePorts, shownChances } from '../services/odds/shown-chances.ts'

interface BoardPorts {
  readonly clock: LeagueClock
  readonly oddsOf: ReadOddsBoard
}

const MINUTE_MS = 60_000
/** Requests within this time share one read of the database. The prices are read minutes apart. */
const FRESH_MS = 3_000
/** Props in memory, of all boards together. A day has at most 5,000. */
const CACHED_PROPS = 15_000
/** Boards with chances in memory, one per market with a running analysis. */
const MAX_SCOPES = 12
/** Compressed answers in memory. One of a whole day has about 150 kB. */
const MAX_BODIES = 100
const ALL = 'All Stat Lines'

/** The market whose chances a run shows; null for none. A picture covers its own rows only. */
const scopeOf = (run: Run | null): string | null =>
  run === null || run.category === IMAGE_CATEGORY ? null : canonicalStat(run.category)

/** The prices of one sport. */
function ofSport(prices: OddsBoard['prices'], sport: SportCode): OddsBoard['prices'] {
  const props = prices.props.filter(({ stat }) => sportOfMarket(stat) === sport)
  if (props.length === prices.props.length) return prices
  const events = new Set(props.map(({ eventId }) => eventId))
  const books = new Set(props.flatMap(({ quotes }) => quotes.map(({ book }) => book)))
  return {
    props,
    events: prices.events.filter(({ id }) => events.has(id)),
    books: prices.books.filter(({ key }) => books.has(key)),
  }
}

/** Identifies the prices of a sport: those of baseball keep the version of the day. */
const versionOf = (version: string | null, sport: SportCode): string | null =>
  version === null || sport === 'MLB' ? version : hashOf(`${version} ${sport}`)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const coveredPlayers = (props: readonly OddsProp[]): string[] =>
  keysOfPlayers(
    props.flatMap(({ player, team, stat, shown }) => {
      const group = findStatType(stat)?.group
      return shown && team && group ? [{ name: player, team, group }] : []
    }),
  )

/**
 * Creates a function that reads the board of a day with the chances of a market. They are computed once per minute and
 * change of prices. The version identifies prices and chances by their content, so that it is the same on all instances.
 */
function createScopedBoards(deps: BoardPorts & ChancePorts) {
  const scoped = new LRUCache<string, Promise<Pick<OddsResponse, 'version' | 'props'>>>({ max: MAX_SCOPES })
  const recent = createCache<OddsResponse>({
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: FRESH_MS },
    now: () => performance.now(),
    entries: CACHED_PROPS,
    size: { max: CACHED_PROPS, of: ({ props }) => props.length },
  })
  async function read(
    day: string,
    sport: SportCode,
    scope: string | null,
    minute: number,
  ): Promise<OddsResponse> {
    const board = await deps.oddsOf(day)
    const prices = ofSport(board.prices, sport)
    const version = versionOf(board.version, sport)
    const answer = {
      day,
      asOf: new Date(minute * MINUTE_MS).toISOString(),
      version,
      ...board.state,
      ...prices,
    }
    if (scope === null) return answer
    const key = JSON.stringify([day, scope, version, minute])
    const compute = async () => {
      const covered = prices.props.filter(({ stat }) => scope === ALL || stat === scope)
      const shown = await shownChances(deps, covered, prices.events)
      const props = prices.props.map((prop) => ({ ...prop, shown: shown.get(prop.id) ?? null }))
      const chances = JSON.stringify(props.map((prop) => prop.shown))
      return { version: hashOf(`${version} ${chances}`), props }
    }
    const withChances = scoped.get(key) ?? compute()
    scoped.set(key, withChances)
    // A failure is not kept.
    withChances.catch(() => scoped.delete(key))
    return { ...answer, ...(await withChances) }
  }
  return async (
    ...board: [day: string, sport: SportCode, scope: string | null, minute: number]
  ): Promise<OddsResponse> => {
    const load = async () => ({ value: await read(...board), readAtMs: performance.now() })
    return (await recent.read(JSON.stringify(board), load)).value
  }
}

/** Creates a function that compresses answers. Equal answers are serialized and compressed once. */
function createBodies() {
  const bodies = new LRUCache<string, Promise<Buffer>>({ max: MAX_BODIES })
  return (board: OddsResponse, market: string | undefined): Promise<Buffer> => {
    const { events: _, books: __, props: ___, ...state } = board
    const key = JSON.stringify([state, market])
    const body = bodies.get(key) ?? jsonInSlices(board).then(compressText)
    bodies.set(key, body)
    return body
  }
}

/** The board with the props of one market only; all props without a market. */
const ofMarket = (board: OddsResponse, market: string | undefined): OddsResponse =>
  market === undefined ? board : { ...board, props: board.props.filter(({ stat }) => stat === market) }

type OddsRoutesPorts = LimitPorts &
  AuthPorts &
  RunPorts &
  BoardPorts &
  HistoryPorts &
  ChancePorts &
  Parameters<typeof requireOddsSource>[0]

/** The board of the odds scanner, from the database. Prices are free; the engine's chances need a run of their market. */
export const oddsRoutes = (deps: OddsRoutesPorts): ApiRouter => {
  const boardOf = createScopedBoards(deps)
  const bodyOf = createBodies()
  return createRouter()
    .get(
      '/api/odds',
      limit(deps, { name: 'odds-address', points: 120, seconds: 60, by: 'address' }),
      requireUser(deps),
      limitWork(deps),
      async (ctx) => {
        requireOddsSource(deps)
        const { day = deps.clock.today(), sport, stat, runId, after } = readQuery(ctx, oddsQuery)
        const market = stat === undefined ? undefined : canonicalStat(stat)
        const run = runId === undefined ? null : await requireRun(deps, userOf(ctx), runId)
        const scope = scopeOf(run)
        ctx.set('Cache-Control', 'private, no-store')
        const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
        const named = scope ?? market
        const asked = named === undefined ? (sport ?? 'MLB') : sportOfMarket(named)
        const board = await boardOf(day, asked, scope, minute).catch(async (error: unknown) => {
          if (run) await releaseAfterFailure(deps, run, error, 'no odds could be read', ctx.state.log)
          throw error
        })
        if (after !== undefined && after === board.version) {
          // Nothing is delivered, and nothing is charged.
          const { events: _, books: __, props: ___, ...state } = board
          ctx.body = state satisfies OddsUnchanged
          return
        }
        const answer = ofMarket(board, market)
        if (run && scope !== null) {
          // A disconnected client is not charged and may resume its run.
          if (ctx.req.socket.destroyed) return
          const covers = coveredPlayers(answer.props)
          if (covers.length > 0) await deliverRun(deps, run, { picture: null, covers })
          // Without a chance nothing was delivered: the answer has prices only, which are free.
          else if (run.state === 'held') await deps.repositories.runs.release(run.id, 'no odds to rank')
        }
        // An answer without props is short, and its market may be any text: it would only fill the cache.
        if (answer.props.length > 0) sendBrotli(ctx, 'application/json', await bodyOf(answer, market))
        else ctx.body = answer
      },
    )
    .get(
      '/api/odds/history',
      limit(deps, { name: 'odds-history-address', points: 240, seconds: 60, by: 'address' }),
      requireUser(deps),
      limitWork(deps),
      async (ctx) => {
        requireOddsSource(deps)
        const { propId } = readQuery(ctx, oddsHistoryQuery)
        ctx.set('Cache-Control', 'private, no-store')
        ctx.body = await oddsHistory(deps, propId)
      },
    )
}
