import type { OddsProp } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import { decimalOdds } from '@propsight/shared/domain/odds'
import { digestPrices, type MarketEvidence } from '@propsight/shared/domain/prop'
import { LRUCache } from 'lru-cache'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { dayAfter } from '../../sources/stats/finished-games.ts'
import {
  type BoardLinesPorts,
  bookMarketOf,
  type OfferedLine,
  readBoardLines,
  UNREADABLE_BOOK,
} from '../board/standard-lines.ts'
import type { OddsBoard, ReadOddsBoard } from '../odds/odds-board.ts'
import type {
  KnownMarket,
  MarketOfPlayer,
  OfferedPrice,
  PropEvidence,
  ReadPropEvidence,
} from './show-forecasts.ts'

/** Identifies a market in keys. */
const marketKey = ({
  gamePk,
  personId,
  stat,
}: Pick<MarketOfPlayer, 'gamePk' | 'personId' | 'stat'>): string => [gamePk, personId, stat].join('|')

const decimal = (american: number | null) => (american === null ? null : decimalOdds(american))

const toOffered = (
  { book, line, over, under, confirmedAt }: OddsProp['quotes'][number],
  titles: ReadonlyMap<string, string>,
): OfferedPrice => ({ line, book, title: titles.get(book) ?? book, over, under, confirmedAt })

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
    const decimals = found.prop.quotes.map((quote) => ({
      ...quote,
      over: decimal(quote.over),
      under: decimal(quote.under),
      offered: toOffered(quote, found.titles),
    }))
    const { quotes, ...digest } = digestPrices(decimals, now)
    return { ...digest, quotes: quotes.map(({ offered }) => offered) }
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
    const { mainLine = null, prices = [], quotes = [] } = pricesOf(market) ?? {}
    const offers = names.map((name) =>
      bookMarketOf(lines, { name, team, statType: stat, gameTime: startsAt }),
    )
    const book = offers.find(({ offered }) => offered.length > 0)
    const standardLine = book?.standardLine ?? mainLine
    if (standardLine === null && !book) return null
    const lineSource = book && (book.standardLine !== null || mainLine === null) ? 'pickem' : 'books'
    const evidence: MarketEvidence = { prices, standardLine, lineSource, offered: book?.offered ?? [] }
    const ages = prices.map(({ minutes }) => minutes)
    const withoutAges = { ...evidence, prices: prices.map(({ minutes: _, ...price }) => price) }
    const evidenceKey = JSON.stringify(withoutAges)
    return { evidence, quotes, evidenceKey, key: JSON.stringify([evidenceKey, ages, quotes]) }
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

interface Parts extends BoardLinesPorts {
  /** `odds` is null without an odds source. */
  readonly upstream: BoardLinesPorts['upstream'] & { readonly odds: unknown }
  readonly clock: LeagueClock
  readonly oddsOf: ReadOddsBoard
}

const MINUTE_MS = 60_000
/** Days whose prices are kept: today and tomorrow. */
const KEPT_DAYS = 2
/** Time that probabilities wait for the lines of the book, which a board has just read. */
const LINES_TIMEOUT_MS = 3_000

/** @returns a function that reads the prices of a day; the last known ones while they cannot be read */
function createPricesReader({ upstream, oddsOf, log }: Parts) {
  const lastPrices = new LRUCache<string, OddsBoard['prices']>({ max: KEPT_DAYS })
  return async (day: string): Promise<OddsBoard['prices'] | null> => {
    if (!upstream.odds) return null
    try {
      const { prices } = await oddsOf(day)
      lastPrices.set(day, prices)
      return prices
    } catch (error) {
      log.warn({ err: error, day }, 'probabilities without new prices of this day')
      return lastPrices.get(day) ?? null
    }
  }
}

/** @returns a function that reads the lines of the book; the last known ones while they cannot be read in time */
function createLinesReader(parts: Parts) {
  let lastLines = UNREADABLE_BOOK
  const read = async () => {
    const lines = await readBoardLines(parts)
    // An answer after the timeout serves the next request.
    if (lines !== UNREADABLE_BOOK) lastLines = lines
    return lastLines
  }
  return async () => (await withTimeout(read(), LINES_TIMEOUT_MS)) ?? lastLines
}

/**
 * Creates the reader of everything that is known of props: the prices of sportsbooks and the lines of the book, of
 * today and tomorrow. All probabilities of the product rest on it, whichever screen they are for. The evidence is the
 * same object while its sources and the minute are the same. What was read last remains evidence while a source fails or
 * is late: the lines are found by their game, and prices become stale by their own time.
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
  const readLines = createLinesReader(parts)
  const readPrices = createPricesReader(parts)
  return async () => {
    const today = parts.clock.today()
    // Prices become stale at the same time on every screen: ages are measured from the minute on.
    const minute = Math.floor(parts.clock.now().getTime() / MINUTE_MS)
    const [lines, ...boards] = await Promise.all([readLines(), ...[today, dayAfter(today)].map(readPrices)])
    return evidenceOnce(lines, minute, ...boards)
  }
}
