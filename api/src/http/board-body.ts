import { type GameLogsBody, gameLogsBody } from '@propsight/shared/contracts'
import { rememberParsed } from './cached-parser.ts'
import { parseAs } from './validate.ts'

/**
 * Limit of the parse cache. The players of a board take about 20,000 characters, at most three times as many.
 */
const KEPT_CHARS = 4_000_000

const players = gameLogsBody.pick({ players: true })
const others = gameLogsBody.omit({ players: true })

export interface BoardBody extends GameLogsBody {
  /** Cache key that identifies the list of players. */
  playersKey: string
}

/**
 * Creates a parser for the request bodies of boards. The run id differs per user, but the players are the
 * same for all users of a market: they are parsed once and cached.
 * @returns a function that throws HttpError 400 for an invalid body
 */
export function boardBodies(): (body: unknown) => BoardBody {
  const playersOf = rememberParsed(players, KEPT_CHARS)
  return (body) => {
    const { players: asked, ...rest } = { ...Object(body) }
    const { value, key } = playersOf({ players: asked })
    return { ...parseAs(others, rest), ...value, playersKey: key }
  }
}
