import { ODDS_MARKETS } from '@propsight/shared/domain'
import * as z from 'zod'
import { ALTERNATE } from '../../odds/event-books.ts'
import { readQuery } from '../query.ts'
import { oddsError } from './odds-errors.ts'

/** Valid markets: the props with their alternate lines, and the markets of whole games, which no book here quotes. */
const MARKETS = new Set([
  ...ODDS_MARKETS.flatMap(({ key }) => [key, `${key}${ALTERNATE}`]),
  'h2h',
  'spreads',
  'totals',
])
const DEFAULT_MARKET = 'h2h'
const REGIONS = new Set(['us', 'us2', 'us_dfs', 'us_ex', 'uk', 'eu', 'fr', 'se', 'au'])
/** The region of all books of the league. */
const HOME_REGION = 'us'
/** This many named bookmakers cost as much as a region. */
const BOOKMAKERS_PER_REGION = 10
/** The service accepts whole seconds in UTC only. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

const optional = z.string().optional()
const querySchema = z.object({
  apiKey: optional,
  regions: optional,
  bookmakers: optional,
  markets: optional,
  oddsFormat: optional,
  dateFormat: optional,
  eventIds: optional,
  commenceTimeFrom: optional,
  commenceTimeTo: optional,
  date: optional,
})
type Query = z.infer<typeof querySchema>

/** Reads the parameters of any path of the odds service, which are all text. */
export const readOddsQuery = (query: Readonly<Record<string, unknown>>): Query =>
  readQuery(querySchema, query)

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const instant = (text: string): Date | null =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : null

/** Format of instants in an answer. */
export type DateFormat = 'iso' | 'unix'

/** @throws ServiceError 422 in the form of the odds service */
export function readDateFormat({ dateFormat = 'iso' }: Query): DateFormat {
  if (dateFormat !== 'iso' && dateFormat !== 'unix') throw oddsError('INVALID_DATE_FORMAT')
  return dateFormat
}

/** What is requested of one event. */
export interface QuoteRequest {
  readonly markets: ReadonlySet<string>
  /** Whether a book is requested. */
  readonly wants: (book: string) => boolean
  /** Factor of the cost. */
  readonly regions: number
  readonly decimal: boolean
  readonly dateFormat: DateFormat
}

/**
 * Reads the parameters of a request for quotes.
 * @throws ServiceError 422 in the form of the odds service
 */
export function readQuoteRequest(query: Query): QuoteRequest {
  const regions = list(query.regions)
  const bookmakers = list(query.bookmakers)
  if (regions.length === 0 && bookmakers.length === 0) throw oddsError('MISSING_REGION')
  const unknownRegions = regions.filter((region) => !REGIONS.has(region))
  if (unknownRegions.length > 0) throw oddsError('INVALID_REGION', unknownRegions.join(', '))
  const markets = new Set(list(query.markets ?? DEFAULT_MARKET))
  const unknown = [...markets].filter((market) => !MARKETS.has(market))
  if (unknown.length > 0) throw oddsError('INVALID_MARKET', unknown.join(', '))
  const { oddsFormat = 'decimal' } = query
  if (oddsFormat !== 'decimal' && oddsFormat !== 'american') throw oddsError('INVALID_ODDS_FORMAT')
  const named = new Set(bookmakers)
  const home = new Set(regions).has(HOME_REGION)
  return {
    markets,
    wants: (book) => (named.size > 0 ? named.has(book) : home),
    regions: named.size > 0 ? Math.ceil(named.size / BOOKMAKERS_PER_REGION) : new Set(regions).size,
    decimal: oddsFormat === 'decimal',
    dateFormat: readDateFormat(query),
  }
}

/** The instant of a request for a past snapshot. @throws ServiceError 422 in the form of the odds service */
export function readSnapshotDate({ date }: Query): Date {
  if (date === undefined || date === '') throw oddsError('MISSING_HISTORICAL_TIMESTAMP')
  const found = instant(date)
  if (!found) throw oddsError('INVALID_HISTORICAL_TIMESTAMP')
  return found
}

/**
 * A filter of events by id and by first pitch.
 * @throws ServiceError 422 in the form of the odds service
 */
export function readEventFilter(query: Query): (event: { id: string; commenceTime: string }) => boolean {
  const ids = new Set(list(query.eventIds))
  const bound = (text: string | undefined, code: Parameters<typeof oddsError>[0]): number | null => {
    if (text === undefined) return null
    const found = instant(text)
    if (!found) throw oddsError(code)
    return found.getTime()
  }
  const from = bound(query.commenceTimeFrom, 'INVALID_COMMENCE_TIME_FROM') ?? Number.NEGATIVE_INFINITY
  const to = bound(query.commenceTimeTo, 'INVALID_COMMENCE_TIME_TO') ?? Number.POSITIVE_INFINITY
  return ({ id, commenceTime }) => {
    const at = Date.parse(commenceTime)
    return (ids.size === 0 || ids.has(id)) && at >= from && at <= to
  }
}
