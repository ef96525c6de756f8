import { type GameLogsBody, gameLogsBody } from '@propsight/shared/contracts'
import { rememberParsed } from './remember-parsed.ts'
import { parseAs } from './validate.ts'

/** A board's players are some 20,000 characters, the most allowed three times as many. */
const KEPT_CHARS = 4_000_000

const players = gameLogsBody.pick({ players: true })
const others = gameLogsBody.omit({ players: true })

export interface BoardBody extends GameLogsBody {
  /** The players, all of them, as a key. */
  playersKey: string
}

/**
 * Parses the bodies of boards: a run is one user's, its players are those of everybody who opens the same category, and
 * are looked through once.
 * @throws HttpError 400
 */
export function boardBodies(): (body: unknown) => BoardBody {
  const playersOf = rememberParsed(players, KEPT_CHARS)
  return (body) => {
    const { players: asked, ...rest } = { ...Object(body) }
    const { value, key } = playersOf({ players: asked })
    return { ...parseAs(others, rest), ...value, playersKey: key }
  }
}
