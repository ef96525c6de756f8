import type { Pick as SavedPick } from '@propsight/shared/contracts'
import { statTypeOf } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import type { PickPromise } from '../../../repositories/track.ts'
import { findLegs } from '../parlay/find-legs.ts'
import { readPicksGames, type SentPick } from '../parlay/picks-games.ts'
import { promiseOf } from '../parlay/present-parlay.ts'

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** What passes by itself: such a pick is asked about again with the next list. */
const FOR_NOW: ReadonlySet<string> = new Set([
  'The game log could not be read.',
  'No probability: the league could not be read.',
  'No probability: the engine failed.',
])

/** What is believed of a saved pick, and nothing else of it: who waits for the league keeps these. */
export const sentPick = ({ id, playerName, sport, bettingAnalysis, ...pick }: SavedPick): SentPick => ({
  id,
  name: playerName,
  sport,
  bettingLine: bettingAnalysis.bettingLine,
  recommendation: bettingAnalysis.recommendation,
  statType: pick.statType,
  team: pick.team,
  oddsType: pick.oddsType,
  personId: pick.personId,
  gameTime: pick.gameTime,
})

/** One number that the column cannot hold would keep all the others out. */
const isPersonId = (id: number): boolean => id > 0 && id < 2 ** 31

const NOTHING_PROMISED = { promised: null, promised_low: null, promised_high: null, engine: null }

/**
 * A row without a promise, for a pick that the engine says nothing about or whose game had begun: it is settled like the
 * others, and counts in no comparison.
 */
function unpromised(pick: SentPick, game: { gamePk: number; day: string }): PickPromise[] {
  const stat = statTypeOf(pick.statType)
  if (!stat || pick.personId === null || !isPersonId(pick.personId)) return []
  return [
    {
      ...NOTHING_PROMISED,
      pick_id: pick.id,
      player_name: pick.name,
      team: pick.team,
      person_id: pick.personId,
      game_pk: game.gamePk,
      league_day: game.day,
      stat_type: stat.name,
      line: pick.bettingLine,
      side: pick.recommendation,
      odds_type: pick.oddsType,
    },
  ]
}

export interface Promised {
  /** Rows that are new. */
  readonly added: number
  /** Picks that nothing could be said about for now. */
  readonly waiting: readonly SentPick[]
}

/**
 * Keeps what the server's own engine says now about a user's picks that nothing was promised about yet. Of a pick it is
 * believed which line it is, and no number.
 * @param picks of the user's list
 * @throws UpstreamError where nobody's log, or the schedule, could be read
 */
export async function promisePicks(
  parts: Parts,
  userId: string,
  picks: readonly SentPick[],
): Promise<Promised> {
  const open = new Set(await parts.repositories.track.unpromised(userId))
  const sent = picks.filter(({ id, sport }) => open.has(id) && sport === 'MLB')
  if (sent.length === 0) return { added: 0, waiting: [] }
  const [{ legs, leftOut }, gameOf] = await Promise.all([findLegs(parts, sent), readPicksGames(parts, sent)])
  const promises: PickPromise[] = legs.map((leg) => ({ ...promiseOf(leg), pick_id: leg.pick.id }))
  const byId = new Map(sent.map((pick) => [pick.id, pick]))
  const waiting: SentPick[] = []
  for (const { pickId, reason } of leftOut) {
    const pick = byId.get(pickId)
    if (!pick) continue
    const game = gameOf(pick)
    if (FOR_NOW.has(reason)) waiting.push(pick)
    else if (game?.officialDate) {
      promises.push(...unpromised(pick, { gamePk: game.gamePk, day: game.officialDate }))
    }
  }
  const added = promises.length > 0 ? await parts.repositories.track.promise(userId, promises) : 0
  return { added, waiting }
}
