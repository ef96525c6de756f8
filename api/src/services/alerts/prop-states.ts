import type { Line } from '@propsight/shared/contracts'
import { lineForecast } from '@propsight/shared/domain'
import {
  consensusLine,
  decimalOdds,
  noVigOver,
  PRODUCT_REMOVAL,
  type Quote,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import { LRUCache } from 'lru-cache'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import type { AlertWatch } from '../../repositories/alerts.ts'
import type { OddsRepository, PastPrices } from '../../repositories/odds.ts'
import { forecastOfLine } from '../analysis/choose-lines.ts'
import { type PlayerRecordPorts, readPlayerRecords } from '../analysis/player-records.ts'
import type { PropEvidence, PropPorts } from '../props/show-forecasts.ts'
import type { NamedStarter, OpenWatch, PropState } from './alert-rules.ts'
import type { OpenDay, OpenDayPorts } from './open-day.ts'

export type StatePorts = PlayerRecordPorts &
  PropPorts &
  OpenDayPorts & {
    readonly repositories: { readonly odds: Pick<OddsRepository, 'pricesAt'> }
  }

/** Requests of one call of `pricesAt`. */
const MAX_PRICES = 1_000
/** A forecast is computed again after this time, or when starter, batting order, prices or lines change. */
const FORECAST_TTL_MS = 10 * 60_000
const MAX_FORECASTS = 20_000

const marketKey = ({ watch, stat }: OpenWatch) => JSON.stringify([watch.gamePk, watch.personId, stat])

const toQuotes = ({ quotes }: PastPrices): Quote[] =>
  withoutOutOfLine(
    quotes.map(({ book, line, over, under }) => ({
      book,
      line,
      over: over === null ? null : decimalOdds(over),
      under: under === null ? null : decimalOdds(under),
    })),
  )

async function readQuotes(
  { repositories }: StatePorts,
  open: readonly OpenWatch[],
): Promise<ReadonlyMap<string, Quote[]>> {
  const markets = [...new Map(open.map((each) => [marketKey(each), each])).entries()]
  const found = new Map<string, Quote[]>()
  for (let at = 0; at < markets.length; at += MAX_PRICES) {
    const part = markets.slice(at, at + MAX_PRICES)
    const prices = await repositories.odds.pricesAt(
      part.map(([, { watch, stat }]) => ({
        gamePk: watch.gamePk,
        personId: watch.personId,
        stat,
        line: null,
        at: null,
      })),
    )
    for (const [index, [key]] of part.entries()) {
      const read = prices[index]
      if (read) found.set(key, toQuotes(read))
    }
  }
  return found
}

/** Consensus line, and the chance of the watched side at the watched line, or at the consensus line without one. */
function marketOf(
  quotes: readonly Quote[],
  { line, side }: AlertWatch,
): Pick<PropState, 'consensus' | 'chance'> {
  const consensus = consensusLine(quotes)
  const over = consensus === null ? null : noVigOver(quotes, line ?? consensus, PRODUCT_REMOVAL)
  const isUnder = side === 'UNDER'
  return { consensus, chance: over !== null && isUnder ? 1 - over : over }
}

function starterOf({ game, isPitcher }: OpenWatch, { people }: OpenDay): NamedStarter | null {
  const id = isPitcher ? game.starterId : game.opposingStarterId
  if (id === null) return null
  const listed = isPitcher ? undefined : game.opposingStarter?.name
  return { id, name: listed ?? people.get(id)?.fullName ?? 'another pitcher' }
}

/** Forecasts by watched line and by what they depend on, per upstream, so that a minute's check computes few. */
const forecasts = new WeakMap<object, LRUCache<string, { over: number | null }>>()

const forecastKey = ({ watch, game, player, stat }: OpenWatch, evidenceOf: PropEvidence) => {
  const { gamePk, startsAt } = game
  const { personId, team } = watch
  const known = evidenceOf({ gamePk, personId, stat, names: [player], team, startsAt })
  return JSON.stringify([
    game.gamePk,
    watch.personId,
    stat,
    watch.line,
    watch.oddsType,
    game.opposingStarterId,
    game.lineup,
    game.opposingLineup,
    known?.evidenceKey,
  ])
}

const toLine = ({ watch, game, player, stat }: OpenWatch, line: number): Line => ({
  id: `${game.gamePk}:${watch.personId}`,
  name: player,
  team: watch.team,
  statType: stat,
  oddsType: watch.oddsType,
  gameTime: game.startsAt,
  gamePk: game.gamePk,
  line,
  stats: `${line} ${stat}`,
  position: '',
  opponent: null,
  homeAway: null,
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
})

/**
 * Computes the shown chance of the over at each watched line, pushes aside. Without forecasts (the league cannot be
 * read, no market, no line), alerts about the engine's side are not raised.
 */
async function readEngine(
  deps: StatePorts,
  open: readonly OpenWatch[],
): Promise<(each: OpenWatch) => number | null> {
  const cache = forecasts.get(deps.upstream) ?? new LRUCache({ max: MAX_FORECASTS, ttl: FORECAST_TTL_MS })
  forecasts.set(deps.upstream, cache)
  const evidenceOf = await deps.propEvidence()
  const keys = new Map<OpenWatch, string>()
  for (const each of open) {
    if (each.watch.line !== null) keys.set(each, await runSlice(() => forecastKey(each, evidenceOf)))
  }
  const missing = new Map([...keys].filter(([, key]) => !cache.has(key)).map(([each, key]) => [key, each]))
  if (missing.size > 0) {
    try {
      const lines = new Map([...missing].map(([key, each]) => [key, toLine(each, each.watch.line ?? 0)]))
      const recordOf = await readPlayerRecords(deps, [...lines.values()])
      for (const [key, line] of lines) {
        const found = forecastOfLine(line, recordOf(line))
        const isOfPlayer = 'record' in found && found.record.personId === missing.get(key)?.watch.personId
        if (!isOfPlayer) {
          cache.set(key, { over: null })
          continue
        }
        const { chance, push } = lineForecast(found.marketForecast, found.line, 'OVER')
        cache.set(key, { over: push < 1 ? chance / (1 - push) : null })
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'alerts are checked without the engine’s forecasts')
    }
  }
  return (each) => cache.get(keys.get(each) ?? '')?.over ?? null
}

/** Whether it is known that the player is not in the batting order, or is reported out. */
function isLeftOut({ isPitcher, status, game: { lineup }, watch }: OpenWatch): boolean | undefined {
  if (status !== undefined) return status !== null
  return isPitcher || lineup.length === 0 ? undefined : !lineup.includes(watch.personId)
}

/** Reads the current states of watched props. Parts that cannot be read are null. */
export async function readPropStates(
  deps: StatePorts,
  day: OpenDay,
  open: readonly OpenWatch[],
): Promise<(each: OpenWatch) => PropState> {
  const [quotes, engineOver] = await Promise.all([readQuotes(deps, open), readEngine(deps, open)])
  return (each) => ({
    personId: each.watch.personId,
    isPitcher: each.isPitcher,
    ...marketOf(quotes.get(marketKey(each)) ?? [], each.watch),
    starter: starterOf(each, day),
    status: each.status,
    isLeftOut: isLeftOut(each),
    engineOver: engineOver(each),
  })
}
