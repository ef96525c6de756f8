import type { TrackLeg } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import {
  bestQuote,
  decimalOdds,
  noVigOver,
  type Quote,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import type { Logger } from 'pino'
import type {
  ForecastsRepository,
  PickForecastRecord,
  RecordedPrice,
} from '../../repositories/forecast-records.ts'
import type { OddsRepository, PastPrices, PricesRequest } from '../../repositories/odds.ts'

type Line = Pick<TrackLeg, 'person_id' | 'game_pk' | 'stat_type' | 'line' | 'side'>

type PriceQuote = PastPrices['quotes'][number]

interface PricePorts {
  readonly repositories: { readonly odds: Pick<OddsRepository, 'pricesAt'> }
}
export type RecordPricePorts = PricePorts & { readonly clock: LeagueClock; readonly log: Logger }

const NO_PRICE: RecordedPrice = { price: null, price_book: null, no_vig: null }
const PERCENT = 100
/** Lines per database call. */
const PAGE = 500

const toQuote = ({ book, line, over, under }: PriceQuote): Quote => ({
  book,
  line,
  over: over === null ? null : decimalOdds(over),
  under: under === null ? null : decimalOdds(under),
})

/**
 * The best price of a side at its line, and the chance of the side without margin: proportional removal, as in the
 * closing-line values of the engine's record.
 */
export function sidePrice(
  { quotes, books }: Pick<PastPrices, 'quotes' | 'books'>,
  line: number,
  side: TrackLeg['side'],
): RecordedPrice {
  const decimals = withoutOutOfLine(quotes.map(toQuote))
  const over = noVigOver(decimals, line, 'proportional')
  const key = side === 'OVER' ? 'over' : 'under'
  const book = bestQuote(decimals, line, key)?.book
  const best = quotes.find((quote) => quote.book === book && quote.line === line)
  return {
    price: best?.[key] ?? null,
    price_book: best ? (books[best.book] ?? best.book) : null,
    no_vig: over === null ? null : PERCENT * (side === 'OVER' ? over : 1 - over),
  }
}

/**
 * Prices of lines, in the same order. Lines without a player or a game have none.
 * @param lines at most 1000: a list of picks has no more
 * @param at ISO 8601, league time; null for the close
 */
async function pricesOf(
  { repositories }: PricePorts,
  lines: readonly Line[],
  at: string | null,
): Promise<RecordedPrice[]> {
  const known = lines.flatMap((line): [Line, PricesRequest][] =>
    line.person_id === null || line.game_pk === null
      ? []
      : [
          [
            line,
            { gamePk: line.game_pk, personId: line.person_id, stat: line.stat_type, line: line.line, at },
          ],
        ],
  )
  if (known.length === 0) return lines.map(() => NO_PRICE)
  const answers = await repositories.odds.pricesAt(known.map(([, request]) => request))
  const answerOf = new Map(known.map(([line], index) => [line, answers[index]]))
  return lines.map((line) => {
    const prices = answerOf.get(line)
    return prices ? sidePrice(prices, line.line, line.side) : NO_PRICE
  })
}

/**
 * Adds the current sportsbook prices to forecast records. Never throws: a record without prices is stored, because
 * forecasts must not wait for them.
 */
export async function priceRecords(
  parts: RecordPricePorts,
  records: readonly PickForecastRecord[],
): Promise<PickForecastRecord[]> {
  const at = parts.clock.now().toISOString()
  try {
    const prices = await pricesOf(parts, records, at)
    return records.map((record, index) => ({ ...record, ...prices[index] }))
  } catch (error) {
    parts.log.warn({ err: error }, 'forecasts are recorded without sportsbook prices')
    return [...records]
  }
}

/**
 * Stores the closing prices of recorded lines whose game has begun: the last quotes before its start. Idempotent,
 * also across instances.
 * @returns number of changed rows
 */
export async function closeLegs(
  parts: Omit<RecordPricePorts, 'log'> & {
    readonly repositories: { readonly forecasts: Pick<ForecastsRepository, 'close' | 'unclosed'> }
  },
): Promise<number> {
  const { forecasts } = parts.repositories
  let changed = 0
  for (;;) {
    const legs = await forecasts.unclosed(parts.clock.now().toISOString(), PAGE)
    if (legs.length === 0) return changed
    const prices = await pricesOf(parts, legs, null)
    changed += await forecasts.close(
      legs.map(({ id }, index) => {
        const { price, no_vig } = prices[index] ?? NO_PRICE
        return { id, price, no_vig }
      }),
    )
    if (legs.length < PAGE) return changed
  }
}
