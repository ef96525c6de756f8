import type { OddsProp } from '@propsight/shared/contracts'
import { type LeagueClock, marketKey } from '@propsight/shared/domain'
import { decimalOdds } from '@propsight/shared/domain/odds'
import {
  type BestPrices,
  digestPrices,
  type MarketEvidence,
  type TimedQuote,
} from '@propsight/shared/domain/prop'
import type { Logger } from 'pino'
import { deriveOnce } from '../../platform/cache/derive-once.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { dayAfter } from '../../sources/stats/finished-games.ts'
import type { Upstream } from '../../sources/upstream.ts'
import { bookMarketOf, type OfferedLine, readBoardLines } from '../board/standard-lines.ts'
import type { OddsBoard, ReadOddsBoard } from '../odds/odds-board.ts'

/** A market of a player as a caller knows it. */
export interface MarketOfPlayer {
  readonly gamePk: number
  readonly personId: number
  /** As in `findStatType`. */
  readonly stat: string
  /** Names, club and start of the game, by which the lines of the book are found: the first name with a line counts. */
  readonly names: readonly string[]
  readonly team: string
  /** ISO 8601; null if it is not known. */
  readonly startsAt: string | null
}

type PricedQuote = TimedQuote & { readonly title: string }

/** What is known of a market besides the engine's forecast, with the best current prices. */
export interface KnownMarket {
  readonly evidence: MarketEvidence
  readonly best: readonly BestPrices<PricedQuote>[]
  /** Equal for equal contents. */
  readonly key: string
}

/** The evidence of one minute. Null for a market of which no line and no price is known. */
export type PropEvidence = (market: MarketOfPlayer) => KnownMarket | null

/** Reads the evidence of this minute. Never throws: what cannot be read is no evidence, and is logged. */
export type ReadPropEvidence = () => Promise<PropEvidence>

export interface PropPorts {
  readonly propEvidence: ReadPropEvidence
}

const decimal = (american: number | null) => (american === null ? null : decimalOdds(american))

/** The prices of league days by market. Quotes without a player or a game are no evidence. */
function pricesByMarket(boards: readonly OddsBoard['prices'][], now: number) {
  const markets = new Map<string, { prop: OddsProp; titles: ReadonlyMap<string, string> }>()
  for (const { events, books, props } of boards) {
    const gamePks = new Map(events.map(({ id, gamePk }) => [id, gamePk]))
    const titles = new Map(books.map(({ key, title }) => [key, title]))
    for (const prop of props) {
      const gamePk = gamePks.get(prop.eventId) ?? null
      const { personId, stat } = prop
      if (gamePk !== null && personId !== null)
        markets.set(marketKey({ gamePk, personId, stat }), { prop, titles })
    }
  }
  return (market: MarketOfPlayer) => {
    const found = markets.get(marketKey(market))
    if (!found) return null
    const quotes = found.prop.quotes.map(({ book, line, over, under, confirmedAt }) => ({
      book,
      title: found.titles.get(book) ?? book,
      line,
      over: decimal(over),
      under: decimal(under),
      confirmedAt,
    }))
    return digestPrices(quotes, now)
  }
}

/** Joins prices and the lines of the book. Computed once per market. */
function createEvidence(
  boards: readonly OddsBoard['prices'][],
  lines: readonly OfferedLine[],
  now: number,
): PropEvidence {
  const pricesOf = pricesByMarket(boards, now)
  const known = new Map<string, KnownMarket | null>()
  const compute = (market: MarketOfPlayer): KnownMarket | null => {
    const { names, team, stat, startsAt } = market
    const { mainLine = null, prices = [], best = [] } = pricesOf(market) ?? {}
    const offers = names.map((name) =>
      bookMarketOf(lines, { name, team, statType: stat, gameTime: startsAt }),
    )
    const book = offers.find(({ offered }) => offered.length > 0)
    const standardLine = book?.standardLine ?? mainLine
    if (standardLine === null && !book) return null
    const evidence = { prices, standardLine, offered: book?.offered ?? [] }
    return { evidence, best, key: JSON.stringify([evidence, best]) }
  }
  return (market) => {
    const key = JSON.stringify([marketKey(market), market.names, market.team, market.startsAt])
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const computed = compute(market)
    known.set(key, computed)
    return computed
  }
}

interface Parts {
  readonly upstream: Pick<Upstream, 'lines' | 'odds'>
  readonly clock: LeagueClock
  readonly log: Logger
  readonly oddsOf: ReadOddsBoard
}

const MINUTE_MS = 60_000
/** Time that probabilities wait for the lines of the book, which a board has just read. */
const LINES_TIMEOUT_MS = 3_000
const NO_LINES: readonly OfferedLine[] = []

async function readPrices(
  { upstream, oddsOf, log }: Parts,
  day: string,
): Promise<OddsBoard['prices'] | null> {
  if (!upstream.odds) return null
  try {
    return (await oddsOf(day)).prices
  } catch (error) {
    log.warn({ err: error, day }, 'probabilities without the prices of this day')
    return null
  }
}

/**
 * Creates the reader of everything that is known of props: the prices of sportsbooks and the lines of the book, of
 * today and tomorrow. All probabilities of the product rest on it, whichever screen they are for. The evidence is the
 * same object while its sources and the minute are the same.
 */
export function createPropEvidence(parts: Parts): ReadPropEvidence {
  const evidenceOnce = deriveOnce(
    (lines: readonly OfferedLine[], minute: number, ...boards: readonly (OddsBoard['prices'] | null)[]) =>
      createEvidence(
        boards.filter((board) => board !== null),
        lines,
        minute * MINUTE_MS,
      ),
  )
  return async () => {
    const today = parts.clock.today()
    // Prices become stale at the same time on every screen: ages are measured from the minute on.
    const minute = Math.floor(parts.clock.now().getTime() / MINUTE_MS)
    const [lines, ...boards] = await Promise.all([
      withTimeout(readBoardLines(parts), LINES_TIMEOUT_MS),
      ...[today, dayAfter(today)].map((day) => readPrices(parts, day)),
    ])
    return evidenceOnce(lines ?? NO_LINES, minute, ...boards)
  }
}
