import {
  IMAGE_CATEGORY,
  type OddsProp,
  type OddsResponse,
  oddsHistoryQuery,
  oddsQuery,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { acceptsBrotli, sendBrotli } from '../http/compression.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { createSharedResponses } from '../http/shared-responses.ts'
import { readQuery } from '../http/validate.ts'
import type { Run } from '../repositories/runs.ts'
import { keysOfPlayers } from '../services/accounts/run-scope.ts'
import { deliverRun, releaseAfterFailure, requireRun } from '../services/accounts/runs.ts'
import { createOddsBoards, oddsHistory, requireOddsSource } from '../services/odds/odds-board.ts'
import { shownChances } from '../services/odds/shown-chances.ts'

const MINUTE_MS = 60_000
/** Cache limit. A day of 70,000 prices has about ten million characters. */
const CACHE_CHARS = 40_000_000
/** Boards with chances in memory, one per market with a running analysis. */
const MAX_SCOPES = 12
const ALL = 'All Stat Lines'

const canonicalStat = (name: string): string => findStatType(name)?.name ?? name

/** The market whose chances a run shows; null for none. A picture covers its own rows only. */
const scopeOf = (run: Run | null): string | null =>
  run === null || run.category === IMAGE_CATEGORY ? null : canonicalStat(run.category)

const coveredPlayers = (props: readonly OddsProp[]): string[] =>
  keysOfPlayers(
    props.flatMap(({ player, team, stat, shown }) => {
      const group = findStatType(stat)?.group
      return shown && team && group ? [{ name: player, team, group }] : []
    }),
  )

/**
 * Creates a function that reads the board of a day with the chances of a market. They are computed once per minute and
 * change of prices.
 */
function createScopedBoards(deps: Deps) {
  const boardOf = createOddsBoards(deps)
  const scoped = new LRUCache<string, Promise<OddsProp[]>>({ max: MAX_SCOPES })
  return async (day: string, scope: string | null, minute: number): Promise<OddsResponse> => {
    const { version, prices, state } = await boardOf(day)
    const answer = { day, asOf: new Date(minute * MINUTE_MS).toISOString(), ...state, ...prices }
    if (scope === null) return answer
    const key = JSON.stringify([day, scope, version, minute])
    const compute = async () => {
      const covered = prices.props.filter(({ stat }) => scope === ALL || stat === scope)
      const shown = await shownChances(deps, covered, prices.events)
      return prices.props.map((prop) => ({ ...prop, shown: shown.get(prop.id) ?? null }))
    }
    const props = scoped.get(key) ?? compute()
    scoped.set(key, props)
    // A failure is not kept.
    props.catch(() => scoped.delete(key))
    return { ...answer, props: await props }
  }
}

/** The board with the props of one market only; all props without a market. */
const ofMarket = (board: OddsResponse, market: string | undefined): OddsResponse =>
  market === undefined
    ? board
    : { ...board, props: board.props.filter(({ stat }) => stat === canonicalStat(market)) }

/** The board of the odds scanner, from the database. Prices are free; the engine's chances need a run of their market. */
export const oddsRoutes = (deps: Deps): ApiRouter => {
  const shared = createSharedResponses<OddsResponse>(CACHE_CHARS)
  const boardOf = createScopedBoards(deps)
  return createRouter()
    .get(
      '/api/odds',
      limit(deps, { name: 'odds-address', points: 120, seconds: 60, by: 'address' }),
      requireUser(deps),
      limit(deps, { name: 'odds', points: 60, seconds: 60, by: 'user' }),
      async (ctx) => {
        requireOddsSource(deps)
        const { day = deps.clock.today(), stat, runId } = readQuery(ctx, oddsQuery)
        const run = runId === undefined ? null : await requireRun(deps, userOf(ctx), runId)
        const scope = scopeOf(run)
        ctx.set('Cache-Control', 'private, no-store')
        const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
        const answer = await shared
          .read(JSON.stringify([day, stat, scope]), minute, async () =>
            ofMarket(await boardOf(day, scope, minute), stat),
          )
          .catch(async (error: unknown) => {
            if (run) await releaseAfterFailure(deps, run, error, 'no odds could be read', ctx.state.log)
            throw error
          })
        if (run && scope !== null) {
          // A disconnected client is not charged and may resume its run.
          if (ctx.req.socket.destroyed) return
          const covers = coveredPlayers(answer.value.props)
          if (covers.length > 0) await deliverRun(deps, run, { picture: null, covers })
          // Without a chance nothing was delivered: the answer has prices only, which are free.
          else if (run.state === 'held') await deps.repositories.runs.release(run.id, 'no odds to rank')
        }
        if (acceptsBrotli(ctx)) sendBrotli(ctx, 'application/json', answer.brotli)
        else ctx.body = answer.value
      },
    )
    .get(
      '/api/odds/history',
      limit(deps, { name: 'odds-history-address', points: 240, seconds: 60, by: 'address' }),
      requireUser(deps),
      limit(deps, { name: 'odds-history', points: 120, seconds: 60, by: 'user' }),
      async (ctx) => {
        requireOddsSource(deps)
        const { propId } = readQuery(ctx, oddsHistoryQuery)
        ctx.set('Cache-Control', 'private, no-store')
        ctx.body = await oddsHistory(deps, propId)
      },
    )
}
