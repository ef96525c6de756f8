import Router, { type RouterContext } from '@koa/router'
import type { BookQuotes, OddsEvent } from '../../odds/odds-source.ts'
import { decimalOdds } from '../../odds/prices.ts'
import type { LeagueState } from '../league-state.ts'
import { oddsError } from './odds-errors.ts'
import {
  type DateFormat,
  type QuoteRequest,
  readDateFormat,
  readEventFilter,
  readOddsQuery,
  readQuoteRequest,
  readSnapshotDate,
} from './odds-query.ts'

const SPORT = { key: 'baseball_mlb', title: 'MLB' }
const SPORTS = [
  {
    ...SPORT,
    group: 'Baseball',
    description: 'Major League Baseball',
    active: true,
    has_outrights: false,
  },
]
const EVENT_ID = /^[0-9a-f]{32}$/
/** A snapshot of the past costs ten times as much as current quotes. */
const HISTORY_FACTOR = 10

const isoOf = (instant: number): string => new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z')
const formatInstant = (instant: number, format: DateFormat): string | number =>
  format === 'iso' ? isoOf(instant) : Math.floor(instant / 1000)

const presentEvent = ({ id, commenceTime, homeTeam, awayTeam }: OddsEvent, format: DateFormat) => ({
  id,
  sport_key: SPORT.key,
  sport_title: SPORT.title,
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
const presentQuotes = (event: OddsEvent, books: readonly BookQuotes[], request: QuoteRequest) => {
  const wanted = books.filter(({ key }) => request.wants(key))
  const returned = new Set(wanted.flatMap(({ markets }) => markets.map(({ key }) => key)))
  const bookmakers = wanted.map((book) => presentBook(book, request))
  return {
    body: { ...presentEvent(event, request.dateFormat), bookmakers },
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
  /** Checks the key and the sport. A path that costs credits is refused when they are used up. */
  const admit = (ctx: RouterContext, costs: boolean) => {
    const query = readOddsQuery(ctx.query)
    const { apiKey = '' } = query
    if (apiKey === '') throw oddsError('MISSING_KEY')
    if (oddsAccess.key !== null && apiKey !== oddsAccess.key) throw oddsError('INVALID_KEY')
    setUsage(ctx, apiKey, 0)
    if (costs && (used.get(apiKey) ?? 0) >= oddsAccess.allowance) throw oddsError('OUT_OF_USAGE_CREDITS')
    if (ctx.params.sport !== undefined && ctx.params.sport !== SPORT.key) throw oddsError('UNKNOWN_SPORT')
    return { query, apiKey }
  }
  const readEventId = (ctx: RouterContext): string => {
    const id = String(ctx.params.event)
    if (!EVENT_ID.test(id)) throw oddsError('INVALID_EVENT_ID')
    return id
  }

  router.get('/sports', (ctx) => {
    admit(ctx, false)
    ctx.body = SPORTS
  })
  router.get('/sports/:sport/events', (ctx) => {
    const { query } = admit(ctx, false)
    const keep = readEventFilter(query)
    const format = readDateFormat(query)
    const events = odds?.events(state.now()) ?? []
    ctx.body = events.filter(keep).map((event) => presentEvent(event, format))
  })
  router.get('/sports/:sport/events/:event/odds', (ctx) => {
    const { query, apiKey } = admit(ctx, true)
    const request = readQuoteRequest(query)
    const found = odds?.quotes(readEventId(ctx), state.now(), request.markets)
    if (!found) throw oddsError('EVENT_NOT_FOUND')
    const { body, cost } = presentQuotes(found.event, found.books, request)
    setUsage(ctx, apiKey, cost)
    ctx.body = body
  })
  router.get('/historical/sports/:sport/events/:event/odds', (ctx) => {
    const { query, apiKey } = admit(ctx, true)
    const request = readQuoteRequest(query)
    const at = readSnapshotDate(query)
    const found = odds?.history(readEventId(ctx), at, state.now(), request.markets)
    if (!found) throw oddsError('EVENT_NOT_FOUND')
    const { body, cost } = presentQuotes(found.event, found.books, request)
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
