import type { IncomingHttpHeaders } from 'node:http'
import type { OddsSport } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { oddsApiEventOddsSchema, oddsApiEventsSchema, readMarketsOf } from './format.ts'
import { type EventPrices, readPrices } from './read-prices.ts'

/** A game that the service lists. */
export interface ListedEvent {
  readonly id: string
  readonly startsAt: string
  /** Full names of the clubs. */
  readonly home: string
  readonly away: string
}

/** Credits as the service reports them with an answer; null where it reports none. */
export interface OddsUsage {
  /** Cost of the answer. */
  readonly cost: number | null
  readonly remaining: number | null
}

/** Receives the credits of an answer, also of one that is an error. Not called without an answer. */
export type OnUsage = (usage: OddsUsage) => void

/**
 * Prices of bookmakers. Failures are `UpstreamError`s that name the service. Nothing is cached or repeated, because
 * answers cost credits.
 */
export interface OddsClient {
  /** Name of the service, shown to users in messages. */
  readonly service: string
  /** The games of a sport that have not ended. Costs nothing. */
  events(sport: OddsSport, onUsage?: OnUsage): Promise<ListedEvent[]>
  /** The current prices of one game in all markets of its sport. Costs one credit per market in the answer. */
  eventOdds(sport: OddsSport, eventId: string, onUsage?: OnUsage): Promise<EventPrices>
}

const REGIONS = 'us'

function readCredits(header: string | string[] | undefined): number | null {
  const value = typeof header === 'string' && header.trim() !== '' ? Number(header) : Number.NaN
  return Number.isFinite(value) && value >= 0 ? Math.floor(value) : null
}

const readUsage = (headers: IncomingHttpHeaders): OddsUsage => ({
  cost: readCredits(headers['x-requests-last']),
  remaining: readCredits(headers['x-requests-remaining']),
})

interface OddsClientOptions {
  client: ServiceClient
  apiKey: string
  log: Logger
}

/** Client of The Odds API (the-odds-api.com/liveapi/guides/v4). */
export function createOddsClient({ client, apiKey, log }: OddsClientOptions): OddsClient {
  const pathOf = ({ key }: OddsSport) => `/sports/${key}/events`
  const pricesQuery = (sport: OddsSport) => ({
    apiKey,
    regions: REGIONS,
    markets: readMarketsOf(sport).join(','),
    oddsFormat: 'american',
    dateFormat: 'iso',
  })
  const onHeaders = (onUsage: OnUsage | undefined) => (headers: IncomingHttpHeaders) =>
    onUsage?.(readUsage(headers))
  const countSkipped = (event: string, prices: EventPrices): EventPrices => {
    const { skipped } = prices
    if (skipped > 0) log.warn({ event, skipped }, 'prices that cannot be used were skipped')
    return prices
  }
  return {
    service: client.service,
    async events(sport, onUsage) {
      const query = { apiKey, dateFormat: 'iso' }
      const events = await client.get(`/v4${pathOf(sport)}`, query, oddsApiEventsSchema, onHeaders(onUsage))
      return events.map(({ id, commence_time, home_team, away_team }) => ({
        id,
        startsAt: new Date(commence_time).toISOString(),
        home: home_team,
        away: away_team,
      }))
    },
    async eventOdds(sport, eventId, onUsage) {
      const path = `/v4${pathOf(sport)}/${encodeURIComponent(eventId)}/odds`
      const body = await client.get(path, pricesQuery(sport), oddsApiEventOddsSchema, onHeaders(onUsage))
      return countSkipped(eventId, readPrices(sport, body))
    },
  }
}
