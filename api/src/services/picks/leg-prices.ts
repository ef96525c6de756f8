import type { TrackLeg } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import {
  bestQuote,
  decimalOdds,
  noVigOver,
  type Quote,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import type {
  ForecastsRepository,
  PickForecastRecord,
  RecordedPrice,
  UnclosedLeg,
} from '../../repositories/forecast-records.ts'
import type { OddsRepository, PastPrices } from '../../repositories/odds.ts'
import type { OfferedPrice, PropPorts } from '../props/show-forecasts.ts'

const PERCENT = 100
/** Lines per database call. */
const PAGE = 500
/** Length of the column of a book's name. */
const MAX_NAME = 40

const toDecimal = <Q extends Quote>(quote: Q): Q => ({
  ...quote,
  over: quote.over === null ? null : decimalOdds(quote.over),
  under: quote.under === null ? null : decimalOdds(quote.under),
})

/**
 * The best price of a side at its line, and the chance of the side without margin: proportional removal over all books,
 * as in the closing-line values of the engine's record.
 * @param quotes American odds, without those that count nowhere
 * @param own keys of the books whose prices count as best; null for all
 */
export function sidePrice(
  quotes: readonly OfferedPrice[],
  { line, side }: Pick<TrackLeg, 'line' | 'side'>,
  own: readonly string[] | null = null,
): RecordedPrice {
  const over = noVigOver(quotes.map(toDecimal), line, 'proportional')
  const key = side === 'OVER' ? 'over' : 'under'
  const best = bestQuote(quotes, line, key, own)
  return {
    price: best?.[key] ?? null,
    price_book: best?.title.slice(0, MAX_NAME) ?? null,
    no_vig: over === null ? null : PERCENT * (side === 'OVER' ? over : 1 - over),
  }
}

/**
 * Adds the current sportsbook prices to forecast records: those on which the shown probabilities rest.
 * @param booksOf keys of the user's books when a pick was saved; null for all
 */
export async function priceRecords(
  { propEvidence }: PropPorts,
  records: readonly PickForecastRecord[],
  booksOf: (pickId: string) => readonly string[] | null,
): Promise<PickForecastRecord[]> {
  const evidenceOf = await propEvidence()
  return records.map((record) => {
    const { person_id: personId, game_pk: gamePk, stat_type: stat, player_name: name, team } = record
    if (personId === null || gamePk === null) return record
    const known = evidenceOf({ gamePk, personId, stat, names: [name], team, startsAt: record.game_time })
    return known ? { ...record, ...sidePrice(known.quotes, record, booksOf(record.pick_id)) } : record
  })
}

/** The last quotes before a game, without those far from the others. */
function closingQuotes({ quotes, books }: PastPrices): OfferedPrice[] {
  const credible = withoutOutOfLine(quotes.map(toDecimal)).map(({ book, line }) => `${book} ${line}`)
  return quotes
    .filter(({ book, line }) => credible.includes(`${book} ${line}`))
    .map((quote) => ({ ...quote, title: books[quote.book] ?? quote.book }))
}

/** The closing price of a leg at the book whose price was recorded. */
function closingPrice(leg: UnclosedLeg, prices: PastPrices | null | undefined) {
  const quotes = prices ? closingQuotes(prices) : []
  const same = quotes.filter(({ title }) => title.slice(0, MAX_NAME) === leg.price_book)
  const { price, no_vig } = sidePrice(
    quotes,
    leg,
    same.map(({ book }) => book),
  )
  return { id: leg.id, price, no_vig }
}

/**
 * Stores the closing prices of recorded lines whose game has begun: the last quotes before its start. Idempotent,
 * also across instances.
 * @returns number of changed rows
 */
export async function closeLegs({
  clock,
  repositories: { forecasts, odds },
}: {
  readonly clock: LeagueClock
  readonly repositories: {
    readonly odds: Pick<OddsRepository, 'pricesAt'>
    readonly forecasts: Pick<ForecastsRepository, 'close' | 'unclosed'>
  }
}): Promise<number> {
  let changed = 0
  for (;;) {
    const legs = await forecasts.unclosed(clock.now().toISOString(), PAGE)
    if (legs.length === 0) return changed
    const known = legs.flatMap((leg) => {
      const { game_pk: gamePk, person_id: personId, stat_type: stat, line } = leg
      return personId === null ? [] : [{ leg, request: { gamePk, personId, stat, line, at: null } }]
    })
    const answers = await odds.pricesAt(known.map(({ request }) => request))
    const pricesOf = new Map(known.map(({ leg }, at) => [leg, answers[at]]))
    changed += await forecasts.close(legs.map((leg) => closingPrice(leg, pricesOf.get(leg))))
    if (legs.length < PAGE) return changed
  }
}
