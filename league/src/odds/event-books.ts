import { ODDS_MARKETS } from '@propsight/shared/domain'
import { normal, type Random, randomFrom } from '../world/random.ts'
import { instantOf } from '../world/world.ts'
import { type PropNews, playerNews, traitsOf } from './news.ts'
import { type OddsGame, type OddsPlayer, trueLogits } from './odds-day.ts'
import type { BookQuotes, MarketQuotes, Outcome } from './odds-source.ts'
import {
  believedOver,
  type PropRole,
  priceOf,
  type QuoteState,
  quoteHistory,
  SAMPLE_BOOKS,
  type SampleBook,
  stateAt,
} from './sample-books.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const ALTERNATE = '_alternate'

/** Shares of props that a book does not offer, and of two-sided props with one side only. */
const LEFT_OUT = 0.05
const ONE_SIDED = 0.03
/** Share of markets of a book in a game whose quotes freeze for a while; hours before the first pitch. */
const FREEZE_RATE = 0.06
const FREEZE_HOURS = [1.5, 8] as const
const FREEZE_LENGTH_HOURS = [1, 4] as const
/** Opening: minutes after the event is listed, or hour of the day (Eastern). */
const EVENING_MINUTES = [5, 90] as const
const MORNING_HOURS = [5, 10] as const
const LATEST_OPENING_HOURS = 2
/** A step reaches a book after this part of its typical delay at least, and this part more at most. */
const DELAY_PARTS = [0.4, 1.2] as const
/** Books offer alternate lines with an over probability in this range. */
const ALTERNATE_RANGE = [0.06, 0.9] as const
/** Additional margin of alternate lines. */
const ALTERNATE_HOLD = 0.02

interface Quote {
  readonly player: OddsPlayer
  readonly logits: readonly number[]
  readonly states: readonly QuoteState[]
  /** Instant at which the book withdraws the quote of a scratched player. */
  readonly until: number
  readonly sides: readonly Outcome['name'][]
}

/** The quotes of one book in one market, and the window in which they do not change. */
interface MarketHistory {
  readonly key: string
  readonly quotes: readonly Quote[]
  readonly frozen: { readonly from: number; readonly until: number } | null
  readonly refreshPhase: number
}

interface BookHistory {
  readonly book: SampleBook
  readonly markets: ReadonlyMap<string, MarketHistory>
}

const between = (random: Random, [low, high]: readonly [number, number]): number =>
  low + random() * (high - low)

/** Instant at which a book opens the props of a role. */
const computeOpening = (
  seed: string,
  book: SampleBook,
  { game, listedAt, startsAt }: OddsGame,
  role: OddsPlayer['role'],
): number => {
  const random = randomFrom(seed, 'opening', game.pk, book.key, role)
  if (book.eveningBefore[role]) return listedAt + between(random, EVENING_MINUTES) * MINUTE_MS
  const midnight = Date.parse(instantOf(game.date, '00:00', 'America/New_York'))
  const morning = midnight + between(random, MORNING_HOURS) * HOUR_MS
  return Math.max(listedAt, Math.min(morning, startsAt - LATEST_OPENING_HOURS * HOUR_MS))
}

const sidesOf = (random: Random, book: SampleBook, market: string): Outcome['name'][] => {
  const oneSided = random() < ONE_SIDED
  const side = random() < 0.5 ? 'Over' : 'Under'
  if (book.overOnly.has(market)) return ['Over']
  return oneSided ? [side] : ['Over', 'Under']
}

const freezeOf = (random: Random, startsAt: number): MarketHistory['frozen'] => {
  const freezes = random() < FREEZE_RATE
  const from = startsAt - between(random, FREEZE_HOURS) * HOUR_MS
  const until = from + between(random, FREEZE_LENGTH_HOURS) * HOUR_MS
  return freezes ? { from, until } : null
}

/** One player in one market, before any book prices it. */
interface Prop {
  readonly player: OddsPlayer
  readonly market: string
  readonly logits: readonly number[]
  readonly news: PropNews
}

/** A market that the books quote, and whose props it has. */
export interface QuotedMarket {
  readonly key: string
  readonly role: PropRole
}

/** The props of a game by market. */
const listProps = (
  seed: string,
  game: OddsGame,
  markets: readonly QuotedMarket[],
): ReadonlyMap<string, readonly Prop[]> =>
  Map.groupBy(
    game.players.flatMap((player) => {
      const newsOf = playerNews(seed, game, player)
      return markets.flatMap(({ key }): Prop[] => {
        const logits = trueLogits(player, key)
        return logits.length === 0 ? [] : [{ player, market: key, logits, news: newsOf(key) }]
      })
    }),
    ({ market }) => market,
  )

/** A book's quote of a prop, or none. @param opening instant at which the book opens the market */
const makeQuote = (
  random: Random,
  book: SampleBook,
  { player, market, logits, news }: Prop,
  opening: number,
): Quote[] => {
  const delay = () => book.delayMinutes * (DELAY_PARTS[0] + DELAY_PARTS[1] * random()) * MINUTE_MS
  if (random() < LEFT_OUT) return []
  const sides = sidesOf(random, book, market)
  const error = normal(random) * traitsOf(market).book * book.error
  const seen = news.steps.map(({ at, shift }) => ({ seenAt: at + delay(), shift }))
  const opensAt = Math.max(opening, player.from + delay())
  const states = quoteHistory(logits, news.closing + error, seen, opensAt)
  const until = (player.scratchedAt ?? Number.POSITIVE_INFINITY) + delay()
  return [{ player, logits, states, until, sides }]
}

/**
 * The quotes of all sample books for one game, from the opening to the first pitch. Everything follows from the
 * seed and the game.
 */
export class EventBooks {
  readonly #books: readonly BookHistory[]
  readonly #startsAt: number

  /**
   * @param seed seed of the league and the day
   * @param quoted the markets of the sport
   */
  constructor(seed: string, game: OddsGame, quoted: readonly QuotedMarket[] = ODDS_MARKETS) {
    this.#startsAt = game.startsAt
    const props = listProps(seed, game, quoted)
    this.#books = SAMPLE_BOOKS.map((book) => {
      const openings = {
        pitcher: computeOpening(seed, book, game, 'pitcher'),
        batter: computeOpening(seed, book, game, 'batter'),
        player: computeOpening(seed, book, game, 'player'),
      }
      const markets = quoted
        .filter(({ key }) => !book.without.has(key))
        .map(({ key, role }): [string, MarketHistory] => {
          const random = randomFrom(seed, 'feed', game.game.pk, key, book.key)
          const refreshPhase = random() * book.refreshMinutes * MINUTE_MS
          const frozen = freezeOf(random, game.startsAt)
          const quotes = (props.get(key) ?? []).flatMap((prop) => {
            const quoteRandom = randomFrom(seed, 'quote', game.game.pk, prop.player.id, key, book.key)
            return makeQuote(quoteRandom, book, prop, openings[role])
          })
          return [key, { key, quotes, frozen, refreshPhase }]
        })
      return { book, markets: new Map(markets) }
    })
  }

  /**
   * The quotes at an instant; none from the first pitch on.
   * @param instant ms since 1970
   * @param keys market keys, with `_alternate` for alternate lines
   */
  at(instant: number, keys: ReadonlySet<string>): BookQuotes[] {
    if (instant >= this.#startsAt) return []
    return this.#books.flatMap(({ book, markets }) => {
      const quoted = [...keys].flatMap((key): MarketQuotes[] => {
        const alternate = key.endsWith(ALTERNATE)
        const history = markets.get(alternate ? key.slice(0, -ALTERNATE.length) : key)
        const found = history && quoteMarket(book, history, instant, alternate)
        return found && found.outcomes.length > 0 ? [{ ...found, key }] : []
      })
      return quoted.length === 0 ? [] : [{ key: book.key, title: book.title, markets: quoted }]
    })
  }
}

const quoteMarket = (
  book: SampleBook,
  { key, quotes, frozen, refreshPhase }: MarketHistory,
  now: number,
  alternate: boolean,
): MarketQuotes => {
  const instant = frozen && now >= frozen.from && now < frozen.until ? frozen.from : now
  const period = book.refreshMinutes * MINUTE_MS
  let lastUpdate = Math.floor((instant - refreshPhase) / period) * period + refreshPhase
  const outcomes: Outcome[] = []
  for (const quote of quotes) {
    const state = stateAt(quote.states, instant)
    if (!state) continue
    if (quote.until <= instant) {
      lastUpdate = Math.max(lastUpdate, quote.until)
      continue
    }
    lastUpdate = Math.max(lastUpdate, state.from)
    if (alternate) outcomes.push(...alternateOutcomes(book, key, quote, state))
    else outcomes.push(...lineOutcomes(book, quote, state, state.line, quote.sides))
  }
  return { key, lastUpdate, outcomes }
}

const lineOutcomes = (
  pricing: Pick<SampleBook, 'hold' | 'grid'>,
  { player, logits }: Quote,
  { shift }: QuoteState,
  line: number,
  sides: readonly Outcome['name'][],
): Outcome[] => {
  const over = believedOver(logits, line, shift)
  return sides.map((name) => ({
    name,
    player: player.name,
    price: priceOf(name === 'Over' ? over : 1 - over, pricing),
    point: line + 0.5,
  }))
}

const alternateOutcomes = (book: SampleBook, market: string, quote: Quote, state: QuoteState): Outcome[] => {
  const { alternates: count } = traitsOf(market)
  if (book.alternates === null || count === 0) return []
  const sides: Outcome['name'][] = book.alternates === 'both' ? ['Over', 'Under'] : ['Over']
  const pricing = { hold: book.hold + ALTERNATE_HOLD, grid: book.grid }
  const first = Math.max(0, state.line - count)
  const lines = Array.from({ length: state.line + count + 1 - first }, (_, n) => first + n)
  return lines
    .filter((line) => line !== state.line)
    .filter((line) => {
      const over = believedOver(quote.logits, line, state.shift)
      return over >= ALTERNATE_RANGE[0] && over <= ALTERNATE_RANGE[1]
    })
    .flatMap((line) => lineOutcomes(pricing, quote, state, line, sides))
}
