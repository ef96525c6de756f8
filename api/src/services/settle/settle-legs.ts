import type { TrackLeg } from '@propsight/shared/contracts'
import { settleLine, statTypeOf } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import type { LegResult } from '../../repositories/track.ts'
import { dayAfter, shiftedDay } from '../../upstream/finished-games.ts'
import type { GameReader, SettledGame } from './read-games.ts'

/** Legs of one call to the database. */
const PAGE = 500
/** Days after which a leg whose game nobody can find, or that never ended, is given up. */
const GIVEN_UP_DAYS = 3

type Parts = Pick<Deps, 'repositories' | 'clock'> & { readonly log: Logger }
type Games = (leg: TrackLeg) => Promise<SettledGame | null>

/** Each day's schedule and each game's box score once in a pass; what fails to be read is asked again in the next. */
function gamesOfPass(reader: GameReader): Games {
  const days = new Map<string, ReturnType<GameReader['day']>>()
  const games = new Map<number, Promise<SettledGame>>()
  return async ({ game_pk: gamePk, league_day: day }) => {
    if (gamePk === null) return null
    const asked = days.get(day) ?? reader.day(day)
    days.set(day, asked)
    const listed = await asked
    const game = listed.value.find((one) => one.gamePk === gamePk)
    if (!game) return null
    const read = games.get(gamePk) ?? reader.game(game, listed)
    games.set(gamePk, read)
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
  const { status, actual } = open && givenUp ? ({ status: 'no-game', actual: null } as const) : found
  if (status === 'pending' || (status === leg.status && actual === leg.actual)) return null
  return { id: leg.id, status, actual }
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
  let changed = 0
  let after: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const legs = await repositories.track.open({ before: dayAfter(today), after, limit: PAGE })
    const results: LegResult[] = []
    for (const leg of legs) {
      const givenUp = leg.league_day < shiftedDay(today, -GIVEN_UP_DAYS)
      try {
        const result = await resultOf(leg, games, givenUp)
        if (result) results.push(result)
        if (result && givenUp && result.status === 'no-game') log.warn({ leg: leg.id }, 'a leg was given up')
      } catch (error) {
        // One game that cannot be read keeps nobody else's legs from ending.
        log.warn({ err: error, leg: leg.id }, 'a leg waits: its game could not be read')
      }
    }
    if (results.length > 0) changed += await repositories.track.settle(results)
    if (legs.length < PAGE) return changed
    after = legs.at(-1)?.id
  }
}
