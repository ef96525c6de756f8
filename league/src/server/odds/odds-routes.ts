import Router, { type RouterContext } from '@koa/router'
import type { OddsSport } from '@propsight/shared/domain'
import * as z from 'zod'
import { ALTERNATE } from '../../odds/event-books.ts'
import type { BookQuotes, EventQuotes, LeagueOdds, OddsEvent } from '../../odds/odds-source.ts'
import { decimalOdds } from '../../odds/sample-books.ts'
import type { LeagueState } from '../league-state.ts'
import { readQuery } from '../query.ts'
import { oddsError } from './odds-errors.ts'

/**
 * Valid markets of a sport: the props with their alternate lines, and the markets of whole games, which no book here
 * quotes.
 */
const validMarkets = ({ markets }: OddsSport): ReadonlySet<string> =>
  new Set([...markets.flatMap(({ key }) => [key, `${key}${ALTERNATE}`]), 'h2h', 'spreads', 'totals'])
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
const readOddsQuery = (query: Readonly<Record<string, unknown>>): Query => readQuery(querySchema, query)

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const instant = (text: string): Date | null =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : null

/** Format of instants in an answer. */
type DateFormat = 'iso' | 'unix'

/** @throws ServiceError 422 in the form of the odds service */
function readDateFormat({ dateFormat = 'iso' }: Query): DateFormat {
  if (dateFormat !== 'iso' && dateFormat !== 'unix') throw oddsError('INVALID_DATE_FORMAT')
  return dateFormat
}

/** What is requested of one event. */
interface QuoteRequest {
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
function readQuoteRequest(query: Query, sport: OddsSport): QuoteRequest {
  const regions = list(query.regions)
  const bookmakers = list(query.bookmakers)
  if (regions.length === 0 && bookmakers.length === 0) throw oddsError('MISSING_REGION')
  const unknownRegions = regions.filter((region) => !REGIONS.has(region))
  if (unknownRegions.length > 0) throw oddsError('INVALID_REGION', unknownRegions.join(', '))
  const markets = new Set(list(query.markets ?? DEFAULT_MARKET))
  const unknown = [...markets.difference(validMarkets(sport))]
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
function readSnapshotDate({ date }: Query): Date {
  if (date === undefined || date === '') throw oddsError('MISSING_HISTORICAL_TIMESTAMP')
  const found = instant(date)
  if (!found) throw oddsError('INVALID_HISTORICAL_TIMESTAMP')
  return found
}

/**
 * A filter of events by id and by first pitch.
 * @throws ServiceError 422 in the form of the odds service
 */
function readEventFilter(query: Query): (event: { id: string; commenceTime: string }) => boolean {
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

const EVENT_ID = /^[0-9a-f]{32}$/
/** A snapshot of the past costs ten times as much as current quotes. */
const HISTORY_FACTOR = 10

const isoOf = (instant: number): string => new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z')
const formatInstant = (instant: number, format: DateFormat): string | number =>
  format === 'iso' ? isoOf(instant) : Math.floor(instant / 1000)

const presentSport = ({ sport, title, group, description }: LeagueOdds) => ({
  key: sport.key,
  title,
  group,
  description,
  active: true,
  has_outrights: false,
})

const presentEvent = (
  { sport, title }: LeagueOdds,
  { id, commenceTime, homeTeam, awayTeam }: OddsEvent,
  format: DateFormat,
) => ({
  id,
  sport_key: sport.key,
  sport_title: title,
  commence_time: formatInstant(Date.parse(commenceTime), format),
  home_team: homeTeam,
  away_team: awayTeam,
})

const presentBook = ({ key, title, markets }: BookQuotes, { decimal, dateFormat }: QuoteRequest) => ({
  key,
  title,
  markets: markets.map((market) => ({
    key: market.key,
    last_update: formatInstant(market.lastUpdate, dateFormat),
    outcomes: market.outcomes.map(({ name, player, price, point }) => ({
      name,
      description: player,
      price: decimal ? decimalOdds(price) : price,
      point,
    })),
  })),
})

/** An event with its requested books, and the cost of the answer: returned markets times regions. */
const presentQuotes = (
  odds: LeagueOdds,
  { event, books }: Pick<EventQuotes, 'event' | 'books'>,
  request: QuoteRequest,
) => {
  const wanted = books.filter(({ key }) => request.wants(key))
  const returned = new Set(wanted.flatMap(({ markets }) => markets.map(({ key }) => key)))
  const bookmakers = wanted.map((book) => presentBook(book, request))
  return {
    body: { ...presentEvent(odds, event, request.dateFormat), bookmakers },
    cost: returned.size * request.regions,
  }
}

/**
 * Paths `/v4`: player props in the format of The Odds API. Every answer to an accepted key has its usage in the
 * headers.
 */
export function oddsRoutes(state: LeagueState): Router {
  const { odds, oddsAccess } = state
  const router = new Router({ prefix: '/v4' })
  const used = new Map<string, number>()
  const setUsage = (ctx: RouterContext, key: string, cost: number) => {
    const total = (used.get(key) ?? 0) + cost
    used.set(key, total)
    ctx.set({
      'x-requests-remaining': String(Math.max(0, oddsAccess.allowance - total)),
      'x-requests-used': String(total),
      'x-requests-last': String(cost),
    })
  }
  /** Checks the key. A path that costs credits is refused when they are used up. */
  const admit = (ctx: RouterContext, costs: boolean) => {
    const query = readOddsQuery(ctx.query)
    const { apiKey = '' } = query
    if (apiKey === '') throw oddsError('MISSING_KEY')
    if (oddsAccess.key !== null && apiKey !== oddsAccess.key) throw oddsError('INVALID_KEY')
    setUsage(ctx, apiKey, 0)
    if (costs && (used.get(apiKey) ?? 0) >= oddsAccess.allowance) throw oddsError('OUT_OF_USAGE_CREDITS')
    return { query, apiKey }
  }
  const readSport = (ctx: RouterContext): LeagueOdds => {
    const found = odds.find(({ sport }) => sport.key === ctx.params.sport)
    if (!found) throw oddsError('UNKNOWN_SPORT')
    return found
  }
  const readEventId = (ctx: RouterContext): string => {
    const id = String(ctx.params.event)
    if (!EVENT_ID.test(id)) throw oddsError('INVALID_EVENT_ID')
    return id
  }

  router.get('/sports', (ctx) => {
    admit(ctx, false)
    ctx.body = odds.map(presentSport)
  })
  router.get('/sports/:sport/events', (ctx) => {
    const { query } = admit(ctx, false)
    const sport = readSport(ctx)
    const keep = readEventFilter(query)
    const format = readDateFormat(query)
    const events = sport.source?.events(state.now()) ?? []
    ctx.body = events.filter(keep).map((event) => presentEvent(sport, event, format))
  })
  router.get('/sports/:sport/events/:event/odds', (ctx) => {
    const { query, apiKey } = admit(ctx, true)
    const sport = readSport(ctx)
    const request = readQuoteRequest(query, sport.sport)
    const found = sport.source?.quotes(readEventId(ctx), state.now(), request.markets)
    if (!found) throw oddsError('EVENT_NOT_FOUND')
    const { body, cost } = presentQuotes(sport, found, request)
    setUsage(ctx, apiKey, cost)
    ctx.body = body
  })
  router.get('/historical/sports/:sport/events/:event/odds', (ctx) => {
    const { query, apiKey } = admit(ctx, true)
    const sport = readSport(ctx)
    const request = readQuoteRequest(query, sport.sport)
    const at = readSnapshotDate(query)
    const found = sport.source?.history(readEventId(ctx), at, state.now(), request.markets)
    if (!found) throw oddsError('EVENT_NOT_FOUND')
    const { body, cost } = presentQuotes(sport, found, request)
    setUsage(ctx, apiKey, cost * HISTORY_FACTOR)
    ctx.body = {
      timestamp: isoOf(found.timestamp),
      previous_timestamp: found.previous === null ? null : isoOf(found.previous),
      next_timestamp: found.next === null ? null : isoOf(found.next),
      data: body,
    }
  })
  return router
}
