import type { OddsSport } from '@propsight/shared/domain'
import type { OddsApiEventOdds } from './format.ts'
import { isAlternate, statOfMarket } from './format.ts'

/** One book's price of a line, in American odds; null for a side that the book does not offer. */
export interface BookPrice {
  /** The market, as in `findStatType`. */
  readonly stat: string
  /** Name as the book writes it. */
  readonly player: string
  readonly line: number
  readonly book: string
  readonly over: number | null
  readonly under: number | null
  /** The book's last update of the market, ISO 8601; null if the answer has none. */
  readonly confirmedAt: string | null
}

/** The prices of one game. */
export interface EventPrices {
  /** Names of the books by key. */
  readonly books: Readonly<Record<string, string>>
  readonly prices: readonly BookPrice[]
  /** Number of readable sides that cannot be used: without a player or a line, or with an invalid price. */
  readonly skipped: number
}

type Bookmaker = OddsApiEventOdds['bookmakers'][number]
type Market = Bookmaker['markets'][number]
type Outcome = Market['outcomes'][number]

const MAX_NAME = 120
const MAX_TITLE = 60
const MAX_LINE = 1_000
const SIDES = { Over: 'over', Under: 'under' } as const

const isAmerican = (price: number): boolean =>
  Number.isInteger(price) && Math.abs(price) >= 100 && Math.abs(price) <= 1_000_000

/** The side, player and line of an outcome; null if one is missing or the price is invalid. */
function readSide({ name, description, price, point }: Outcome) {
  const side = name === 'Over' || name === 'Under' ? SIDES[name] : null
  const player = description?.trim()
  if (!side || !player || player.length > MAX_NAME || point === undefined) return null
  if (point < 0 || point > MAX_LINE || price === undefined || !isAmerican(price)) return null
  return { side, player, line: point, price }
}

/** The main market counts where the alternate lines repeat its line. */
const mainFirst = (a: Market, b: Market): number => Number(isAlternate(a.key)) - Number(isAlternate(b.key))

type Draft = { -readonly [Key in keyof BookPrice]: BookPrice[Key] }

/**
 * The prices of one book: one per market, player and line, with one or two sides.
 * @param listed the book as often as the answer has it
 */
function readBook(sport: OddsSport, listed: readonly Bookmaker[]) {
  const byStat = new Map<string, Map<string, Draft>>()
  let skipped = 0
  const markets = listed.flatMap((book) => book.markets.map((market) => ({ ...market, book })))
  for (const { book, ...market } of markets.sort(mainFirst)) {
    const stat = statOfMarket(sport, market.key)
    if (stat === undefined) continue
    const prices = byStat.get(stat) ?? new Map<string, Draft>()
    byStat.set(stat, prices)
    const confirmedAt = market.last_update ?? book.last_update ?? null
    for (const outcome of market.outcomes) {
      const read = readSide(outcome)
      if (!read) {
        skipped += 1
        continue
      }
      const { side, player, line, price } = read
      const key = `${line} ${player}`
      const known = prices.get(key)
      if (known) known[side] ??= price
      else {
        const none = { over: null, under: null }
        prices.set(key, { stat, player, line, book: book.key, ...none, [side]: price, confirmedAt })
      }
    }
  }
  return { prices: [...byStat.values()].flatMap((prices) => [...prices.values()]), skipped }
}

/**
 * Reads the player prices of a sport in an answer. Skips and counts sides that cannot be used; ignores other markets. A line that a
 * book quotes in its main market and among the alternates counts once.
 */
export function readPrices(sport: OddsSport, { bookmakers }: OddsApiEventOdds): EventPrices {
  const books = [...Map.groupBy(bookmakers, ({ key }) => key).values()].map((each) => readBook(sport, each))
  return {
    books: Object.fromEntries(bookmakers.map(({ key, title }) => [key, (title ?? key).slice(0, MAX_TITLE)])),
    prices: books.flatMap(({ prices }) => prices),
    skipped: books.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}
