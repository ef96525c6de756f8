import type { TrackLeg } from '@propsight/shared/contracts'
import { statTypeOf } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import type { LegResult } from '../../../repositories/track.ts'
import { dayAfter, shiftedDay } from '../../../sources/stats/finished-games.ts'
import type { GameReader, SettledGame } from './read-games.ts'
import { settleLine } from './rules/settle-line.ts'

/** Legs of one call to the database. */
const PAGE = 500
/** Days after which a leg whose game nobody can find, or that never ended, is given up. */
const GIVEN_UP_DAYS = 3
/** Days after which a leg is given up whose game is there and cannot be read: an outage is over by then. */
const UNREADABLE_DAYS = 14

const NO_GAME = { status: 'no-game', actual: null } as const

type Parts = Pick<Deps, 'repositories' | 'clock'> & { readonly log: Logger }
type Games = (leg: TrackLeg) => Promise<SettledGame | null>

/** Each day's schedule and each game's box score once in a pass; what fails to be read is asked again in the next. */
function gamesOfPass(reader: GameReader): Games {
  const days = new Map<string, ReturnType<GameReader['day']>>()
  const games = new Map<string, Promise<SettledGame>>()
  return async ({ game_pk: gamePk, league_day: day }) => {
    if (gamePk === null) return null
    const asked = days.get(day) ?? reader.day(day)
    days.set(day, asked)
    const listed = await asked
    const game = listed.value.find((one) => one.gamePk === gamePk)
    if (!game) return null
    // A game that is made up keeps its number: on one day it was called off, on another it is played.
    const key = `${day} ${gamePk}`
    const read = games.get(key) ?? reader.game(game, listed)
    games.set(key, read)
    return read
  }
}

/** How a leg stands now, or null where nothing has changed. */
async function resultOf(leg: TrackLeg, games: Games, givenUp: boolean): Promise<LegResult | null> {
  const stat = statTypeOf(leg.stat_type)
  const game = await games(leg)
  const played = stat && leg.person_id !== null ? game?.lineOf(leg.person_id, stat.group) : null
  const found =
    stat && game
      ? settleLine(stat, leg.line, leg.side, game.phase, played ?? null)
      : { status: 'pending' as const, actual: null }
  const open = found.status === 'pending' || found.status === 'in-progress'
  // A game that is over ends its legs as soon as its box score is read again.
  const given = open && givenUp && !(stat && game?.ended)
  const { status, actual } = given ? NO_GAME : found
  if (status === 'pending' || (status === leg.status && actual === leg.actual)) return null
  return { id: leg.id, status, actual }
}

/** What a pass tells once at its end: an outage with thousands of open legs is one line, not thousands a minute. */
interface Told {
  readonly unread: Map<string, { error: unknown; legs: number }>
  givenUp: number
}

/** Results of one page. One game that cannot be read keeps nobody else's legs from ending. */
async function resultsOf(
  legs: readonly TrackLeg[],
  games: Games,
  today: string,
  told: Told,
): Promise<LegResult[]> {
  const results: LegResult[] = []
  for (const leg of legs) {
    const since = (days: number) => leg.league_day < shiftedDay(today, -days)
    let result: LegResult | null
    try {
      result = await resultOf(leg, games, since(GIVEN_UP_DAYS))
      if (result?.status === 'no-game' && since(GIVEN_UP_DAYS)) told.givenUp += 1
    } catch (error) {
      const game = `${leg.league_day} ${leg.game_pk}`
      told.unread.set(game, { error, legs: (told.unread.get(game)?.legs ?? 0) + 1 })
      result = since(UNREADABLE_DAYS) ? { id: leg.id, ...NO_GAME } : null
      if (result) told.givenUp += 1
    }
    if (result) results.push(result)
  }
  return results
}

function tell(log: Logger, { unread, givenUp }: Told): void {
  if (givenUp > 0) log.warn({ legs: givenUp }, 'lines were given up')
  const [first] = unread.values()
  if (!first) return
  const legs = [...unread.values()].reduce((sum, game) => sum + game.legs, 0)
  log.warn({ err: first.error, games: [...unread.keys()].slice(0, 20), legs }, 'lines wait: games are unread')
}

/**
 * Settles what can be settled of all users' open legs, page by page; each page is written before the next is read, so
 * that a pass which dies has lost nothing. Repeating it, here or on another instance, changes nothing more.
 * @returns rows that changed
 */
export async function settleLegs(
  { repositories, clock, log }: Parts,
  reader: GameReader,
  signal?: AbortSignal,
): Promise<number> {
  const today = clock.today()
  const games = gamesOfPass(reader)
  const told: Told = { unread: new Map(), givenUp: 0 }
  let changed = 0
  let after: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const legs = await repositories.track.open({ before: dayAfter(today), after, limit: PAGE })
    const results = await resultsOf(legs, games, today, told)
    if (results.length > 0) changed += await repositories.track.settle(results)
    if (legs.length < PAGE) break
    after = legs.at(-1)?.id
  }
  tell(log, told)
  return changed
}
