import {
  type BookQuote,
  leaguePropId,
  type OddsEvent,
  type OddsProp,
  type OddsResponse,
  type ShownChance,
} from '@propsight/shared/contracts'
import {
  isEdge,
  loosePlayerName,
  normalisePlayerName,
  type Return,
  type Stake,
  stake,
} from '@propsight/shared/domain'
import {
  bestQuote,
  consensusLine,
  decimalOdds,
  expectedProfit,
  findOutOfLine,
  isStaleQuote,
  lineConsensus,
  type OddsSide,
  priceBreakEven,
  type VigRemoval,
} from '@propsight/shared/domain/odds'
import { findTwoSided } from './two-sided.ts'

/** The chances of one side of a line, 0 to 1: of winning with its 80% interval, and of a push. */
interface SideChances {
  readonly win: number
  readonly low: number
  readonly high: number
  readonly push: number
}

/** What a bet at a price is worth. Profits are per unit staked; `low` and `high` follow the interval of the chance. */
interface BetValue {
  readonly expected: number
  readonly low: number
  readonly high: number
  /** A quarter of the Kelly share, capped; no units where the interval contains zero. */
  readonly stake: Stake
}

/** Values one side of a line at a price. */
export function betValue({ win, low, high, push }: SideChances, decimal: number): BetValue {
  const lowest = expectedProfit(low, push, decimal)
  const returns: Return[] = [
    { chance: win, paid: decimal },
    { chance: push, paid: 1 },
    { chance: Math.max(0, 1 - win - push), paid: 0 },
  ]
  return {
    expected: expectedProfit(win, push, decimal),
    low: lowest,
    high: expectedProfit(high, push, decimal),
    stake: stake(returns, lowest),
  }
}

/** A quote in decimal odds, with the quote that it was made from. */
export interface PricedQuote {
  readonly book: string
  readonly line: number
  readonly over: number | null
  readonly under: number | null
  readonly quote: BookQuote
}

const decimalOf = (american: number | null): number | null =>
  american === null ? null : decimalOdds(american)

/** Converts a quote from American to decimal odds. */
export const toPriced = (quote: BookQuote): PricedQuote => ({
  book: quote.book,
  line: quote.line,
  over: decimalOf(quote.over),
  under: decimalOf(quote.under),
  quote,
})

/** The price of one side at one book. */
export interface Price {
  book: string
  american: number
  decimal: number
  /** ISO 8601: the book's last update of the market, and the first read of this price. */
  confirmedAt: string
  since: string
}

/** The price of a side of a quote; null if the book does not offer the side. */
export function priceOf(priced: PricedQuote | null, side: OddsSide): Price | null {
  const american = priced?.quote[side] ?? null
  const decimal = priced?.[side] ?? null
  if (!priced || american === null || decimal === null) return null
  const { book, confirmedAt, since } = priced.quote
  return { book, american, decimal, confirmedAt, since }
}

/** One side at its best price, with the engine's probability. */
export interface SideValue {
  side: OddsSide
  price: Price
  chances: SideChances
  /** Chance of winning at which a bet at the price breaks even. */
  breakEven: number
  value: BetValue
  /** Whether the gate allows to call it an edge. */
  edge: boolean
}

/** A prop of the board with its figures. */
export interface Row {
  id: string
  /** Identifies the prop without the names of the odds service; null if its game or player is unknown. */
  leagueId: string | null
  prop: OddsProp
  event: OddsEvent | null
  /** Consensus line of all books, without stale prices; with stale ones if there are no others. */
  line: number
  /** Whether every price is stale, so that nothing is computed from them. */
  stale: boolean
  /** Chance of the over without margin, mean of `books` books; null if none offers both sides. */
  noVigOver: number | null
  books: number
  /** Greatest minus least chance of the over without margin; null with fewer than two books. */
  spread: number | null
  best: Record<OddsSide, Price | null>
  /** Fresh prices far from those of the other books: they count neither as best nor in the consensus. */
  outOfLine: ReadonlySet<BookQuote>
  /** The engine's probability at the consensus line. */
  shown: ShownChance | null
  /** Both sides at their best prices, the more valuable one first. Empty without probability or price. */
  values: readonly SideValue[]
  /** The bets on both sides at the user's books. */
  twoSided: ReturnType<typeof findTwoSided<PricedQuote>>
  /** Normalised player and clubs, for the search. */
  text: string
}

/** Choices that the figures of a row depend on. */
export interface RowOptions {
  removal: VigRemoval
  /** Books whose prices count as best; null for all. The consensus uses all books. */
  chosen: readonly string[] | null
  /** Epoch milliseconds. */
  now: number
  /** The engine's probability of a prop, from any run; null without one. */
  shownOf(prop: OddsProp): ShownChance | null
}

/** The chances of one side of the engine's probability. */
export const sideChances = (shown: ShownChance, side: OddsSide): SideChances =>
  side === 'over'
    ? { win: shown.over, low: shown.overLow, high: shown.overHigh, push: shown.push }
    : { win: shown.under, low: shown.underLow, high: shown.underHigh, push: shown.push }

function evaluateSide(stat: string, shown: ShownChance, side: OddsSide, price: Price): SideValue {
  const chances = sideChances(shown, side)
  const value = betValue(chances, price.decimal)
  return {
    side,
    price,
    chances,
    breakEven: priceBreakEven(price.decimal, shown.push),
    value,
    edge: isEdge(value.low, [stat]),
  }
}

const SIDES: readonly OddsSide[] = ['over', 'under']

/** 'NYY @ BOS'. */
export const gameText = (event: OddsEvent | null): string => (event ? `${event.away} @ ${event.home}` : '')

/** Text for the search: the name as written and without punctuation and suffix, and the clubs. */
const searchText = (player: string, event: OddsEvent | null): string =>
  [normalisePlayerName(player), loosePlayerName(player), event?.away, event?.home].join(' ').toLowerCase()

/** Computes the figures of one prop. */
function computeRow(
  prop: OddsProp,
  event: OddsEvent | null,
  offered: ShownChance | null,
  options: RowOptions,
): Row {
  const { removal, chosen, now } = options
  const all = prop.quotes.map(toPriced)
  const fresh = all.filter(({ quote }) => !isStaleQuote(quote.confirmedAt, now))
  const outOfLine = findOutOfLine(fresh)
  const credible = fresh.filter((quote) => !outOfLine.has(quote))
  const line = consensusLine(credible) ?? consensusLine(all) ?? 0
  const consensus = lineConsensus(credible, line, removal)
  const best = {
    over: priceOf(bestQuote(credible, line, 'over', chosen), 'over'),
    under: priceOf(bestQuote(credible, line, 'under', chosen), 'under'),
  }
  const shown = offered?.line === line ? offered : null
  const values = SIDES.flatMap((side) => {
    const price = best[side]
    return shown && price ? evaluateSide(prop.stat, shown, side, price) : []
  })
  values.sort((a, b) => b.value.expected - a.value.expected)
  return {
    id: prop.id,
    leagueId:
      event?.gamePk && prop.personId !== null ? leaguePropId(event.gamePk, prop.personId, prop.stat) : null,
    prop,
    event,
    line,
    stale: fresh.length === 0,
    noVigOver: consensus?.over ?? null,
    books: consensus?.books ?? 0,
    spread: consensus?.spread ?? null,
    best,
    outOfLine: new Set([...outOfLine].map(({ quote }) => quote)),
    shown,
    values,
    twoSided: findTwoSided(credible, removal, chosen),
    text: searchText(prop.player, event),
  }
}

interface CachedRow {
  key: string
  event: OddsEvent | null
  shown: ShownChance | null
  row: Row
}

/**
 * Creates a function that computes the rows of a board. A prop whose prices, and which of them are stale, did not
 * change keeps its row: reading the prices again computes and renders what changed only.
 */
export function createRowReader() {
  const cache = new WeakMap<OddsProp, CachedRow>()
  return (board: Pick<OddsResponse, 'props' | 'events'>, options: RowOptions): Row[] => {
    const events = new Map(board.events.map((event) => [event.id, event]))
    const choices = `${options.removal} ${options.chosen?.toSorted().join() ?? '*'}`
    return board.props.map((prop) => {
      const event = events.get(prop.eventId) ?? null
      const staleness = prop.quotes.map(({ confirmedAt }) => Number(isStaleQuote(confirmedAt, options.now)))
      const key = `${choices} ${staleness.join('')}`
      const shown = options.shownOf(prop)
      const cached = cache.get(prop)
      if (cached?.key === key && cached.event === event && cached.shown === shown) return cached.row
      const row = computeRow(prop, event, shown, options)
      cache.set(prop, { key, event, shown, row })
      return row
    })
  }
}
