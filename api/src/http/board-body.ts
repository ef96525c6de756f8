import { type GameLogsBody, gameLogsBody } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { ZodType } from 'zod'
import { parseAs } from '../platform/parse.ts'

export interface Parsed<T> {
  readonly value: T
  /** Identifies the value, as a cache key. */
  readonly key: string
}

/**
 * Creates a parser with a cache, for values that many clients send alike, such as the players of one board.
 * @param mostChars total size of the cached texts; the least recently used are evicted first
 * @param keyOf the key of a value; default: its text as sent
 * @returns a function that returns the same, immutable object for the same value, and throws HttpError 400
 */
export function cacheParsed<T>(
  schema: ZodType<T>,
  mostChars: number,
  keyOf?: (value: T) => string,
): (value: unknown) => Parsed<T> {
  const cache = new LRUCache<string, Parsed<T>, unknown>({
    maxSize: mostChars,
    sizeCalculation: (_, text) => text.length,
    memoMethod: (text, _, { context }) => {
      const value = parseAs(schema, context)
      return { value, key: keyOf?.(value) ?? text }
    },
  })
  // `undefined` has no JSON text, and no schema accepts it.
  return (value) => cache.memo(JSON.stringify(value) ?? '', { context: value })
}

/**
 * Limit of the parse cache. The players of a board take about 20,000 characters, at most three times as many.
 */
const CACHE_CHARS = 4_000_000

const players = gameLogsBody.pick({ players: true })
const restOfBody = gameLogsBody.omit({ players: true })

/**
 * The key of a list of players: the same for every order, repetition and spelling of them. The markets and rows of a
 * player do not count, since only the boards of pictures depend on them, which are not cached.
 */
const playersKeyOf = (value: Pick<GameLogsBody, 'players'>): string => {
  const keys = value.players.map(({ name, team, group }) => JSON.stringify([name, team, group]))
  return JSON.stringify([...new Set(keys)].sort())
}

export interface BoardBody extends GameLogsBody {
  /** Cache key that identifies the list of players. */
  playersKey: string
}

/**
 * Creates a parser for the request bodies of boards. The run id differs per user, but the players are the
 * same for all users of a market: they are parsed once and cached.
 * @returns a function that throws HttpError 400 for an invalid body
 */
export function createBoardParser(): (body: unknown) => BoardBody {
  const playersOf = cacheParsed(players, CACHE_CHARS, playersKeyOf)
  return (body) => {
    const { players: rawPlayers, ...rest } = { ...Object(body) }
    const { value, key } = playersOf({ players: rawPlayers })
    return { ...parseAs(restOfBody, rest), ...value, playersKey: key }
  }
}
