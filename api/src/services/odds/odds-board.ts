import type { OddsHistoryResponse, OddsProp, OddsResponse } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import { createCache } from '../../platform/cache/cache.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import type { OddsRepository, StoredOddsBoard } from '../../repositories/odds.ts'

/** Days whose prices are kept in memory: about 10 MB each with 70,000 prices. */
const DAYS_IN_MEMORY = 3
const MAX_DAYS = 14
/** Requests within this time share one read of the database. The prices are read minutes apart. */
const FRESH_MS = 2_000
const SEPARATOR = '|'

type Prices = Pick<OddsResponse, 'events' | 'books' | 'props'>

/** The prices of one league day, and when they last changed. */
export interface OddsBoard {
  /** Identifies the prices: equal versions have the same `prices` object. Null for a day without prices. */
  readonly version: string | null
  readonly prices: Prices
  readonly state: Pick<OddsResponse, 'days' | 'readAt' | 'problem'>
}

export interface HistoryPorts {
  readonly repositories: { readonly odds: Pick<OddsRepository, 'history'> }
}

/** Reads the prices of a league day, all with `shown: null`. */
export type ReadOddsBoard = (day: string) => Promise<OddsBoard>

/** @throws HttpError 404 NO_ODDS_SOURCE */
export function requireOddsSource({
  upstream,
}: {
  readonly upstream: { readonly odds: object | null }
}): void {
  if (!upstream.odds) throw new HttpError(404, 'NO_ODDS_SOURCE', 'No source of odds is configured.')
}

const propIdOf = (eventId: string, stat: string, player: string): string =>
  [eventId, stat, player].join(SEPARATOR)

function readPropId(id: string): { eventId: string; stat: string; player: string } | null {
  const [eventId, stat, ...player] = id.split(SEPARATOR)
  return eventId && stat && player.length > 0 ? { eventId, stat, player: player.join(SEPARATOR) } : null
}

function pricesOf({ events = [], books = {}, props = [] }: StoredOddsBoard): Prices {
  return {
    events,
    books: Object.entries(books).map(([key, title]) => ({ key, title })),
    props: props.map(
      ([eventId, stat, player, personId, team, quotes]): OddsProp => ({
        id: propIdOf(eventId, stat, player),
        eventId,
        player,
        personId,
        team,
        stat,
        quotes: quotes.map(([book, line, over, under, confirmedAt, since]) => ({
          book,
          line,
          over,
          under,
          confirmedAt,
          since,
        })),
        shown: null,
      }),
    ),
  }
}

/**
 * Reads the boards of league days from the database. The prices of a day are transferred only after they changed.
 */
export function createOddsBoards(odds: Pick<OddsRepository, 'board'>): ReadOddsBoard {
  const known = new LRUCache<string, Pick<OddsBoard, 'version' | 'prices'>>({ max: DAYS_IN_MEMORY })
  const recent = createCache<OddsBoard>({
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: FRESH_MS },
    now: () => performance.now(),
    entries: DAYS_IN_MEMORY,
  })
  const read = async (day: string): Promise<OddsBoard> => {
    const last = known.get(day)
    const stored = await odds.board(day, day, last?.version ?? null)
    const isKnown = last !== undefined && stored.props === undefined
    const { version, prices } = isKnown ? last : { version: stored.version, prices: pricesOf(stored) }
    if (!isKnown) known.set(day, { version, prices })
    return {
      version,
      prices,
      state: { days: stored.days.slice(-MAX_DAYS), readAt: stored.readAt, problem: stored.problem },
    }
  }
  return async (day) =>
    (await recent.read(day, async () => ({ value: await read(day), readAtMs: performance.now() }))).value
}

/**
 * Reads all prices of one prop since it was first read.
 * @throws HttpError 404 for an unknown prop
 */
export async function oddsHistory(
  { repositories }: HistoryPorts,
  propId: string,
): Promise<OddsHistoryResponse> {
  const prop = readPropId(propId)
  const changes = prop ? await repositories.odds.history(prop) : []
  if (changes.length === 0) throw notFound('No prices of this prop are known.')
  return { propId, changes }
}
