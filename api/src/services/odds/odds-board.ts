import { createHash } from 'node:crypto'
import type { OddsHistoryResponse, OddsProp, OddsResponse } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import { createCache } from '../../platform/cache/cache.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import type { OddsRepository, StoredOddsDay, StoredOddsGame } from '../../repositories/odds.ts'

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

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const propIdOf = (eventId: string, stat: string, player: string): string =>
  [eventId, stat, player].join(SEPARATOR)

function readPropId(id: string): { eventId: string; stat: string; player: string } | null {
  const [eventId, stat, ...player] = id.split(SEPARATOR)
  return eventId && stat && player.length > 0 ? { eventId, stat, player: player.join(SEPARATOR) } : null
}

/** The prices of one game, and their version. */
interface GamePrices extends Pick<StoredOddsGame, 'event' | 'books'> {
  readonly version: string | undefined
  readonly props: readonly OddsProp[]
}
type Games = ReadonlyMap<string, GamePrices>

const propsOf = ({ event, props }: StoredOddsGame): OddsProp[] =>
  props.map(([stat, player, personId, team, quotes]) => ({
    id: propIdOf(event.id, stat, player),
    eventId: event.id,
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
  }))

function pricesOf(games: Games): Prices {
  const priced = [...games.values()].filter(({ props }) => props.length > 0)
  const books = Object.assign({}, ...priced.map((game) => game.books)) as StoredOddsGame['books']
  return {
    events: priced
      .map(({ event }) => event)
      .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1)),
    books: Object.entries(books).map(([key, title]) => ({ key, title })),
    props: priced.flatMap(({ props }) => props),
  }
}

/**
 * Reads the boards of league days from the database. The prices of a game are transferred only after they changed, and by
 * themselves: decoding those of a whole day blocked the event loop for half a second.
 */
export function createOddsBoards(odds: Pick<OddsRepository, 'ofDay'>): ReadOddsBoard {
  const known = new LRUCache<string, Pick<OddsBoard, 'version' | 'prices'> & { games: Games }>({
    max: DAYS_IN_MEMORY,
  })
  const recent = createCache<OddsBoard>({
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: FRESH_MS },
    now: () => performance.now(),
    entries: DAYS_IN_MEMORY,
  })
  /** Reads the games that differ from `read`. */
  const readChanged = async (day: string, read: Map<string, GamePrices>): Promise<StoredOddsDay> => {
    const versions = Object.fromEntries(
      [...read].flatMap(([id, { version }]) => (version ? [[id, version]] : [])),
    )
    const stored = await odds.ofDay(day, versions)
    if (stored.changed === null) return stored
    const { event, books } = stored.changed
    read.set(event.id, { version: stored.versions[event.id], event, books, props: propsOf(stored.changed) })
    return readChanged(day, read)
  }
  const read = async (day: string): Promise<OddsBoard> => {
    const last = known.get(day)
    const changed = new Map(last?.games)
    const { versions, days, readAt, problem } = await readChanged(day, changed)
    const games = new Map([...changed].filter(([id]) => id in versions).sort(([a], [b]) => (a < b ? -1 : 1)))
    const version = games.size > 0 ? hashOf([...games].map(([id, game]) => [id, game.version])) : null
    const { prices } = last?.version === version ? last : { prices: pricesOf(games) }
    known.set(day, { version, prices, games })
    return { version, prices, state: { days: days.slice(-MAX_DAYS), readAt, problem } }
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
