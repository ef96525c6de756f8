import type { Pick as SavedPick } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import type { PickPromise } from '../../repositories/track.ts'
import { findLegs } from './parlay/find-legs.ts'
import { readPicksGames, type SentPick } from './parlay/pick-games.ts'
import { promiseOf } from './parlay/present-parlay.ts'

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** Temporary reasons. Such a pick is tried again. */
const FOR_NOW: ReadonlySet<string> = new Set([
  'The game log could not be read.',
  'No probability: the league could not be read.',
  'No probability: the engine failed.',
])

/** Reduces a saved pick to the fields that the server trusts. Waiting picks are kept in this form. */
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

/** Whether the id fits the database column. One id out of range would fail the insert of all rows. */
const isPersonId = (id: number): boolean => id > 0 && id < 2 ** 31

const NOTHING_PROMISED = { promised: null, promised_low: null, promised_high: null, engine: null }

/**
 * Builds a forecast record without a forecast, for a pick that has none or whose game had begun. It is graded
 * like other records, but omitted from the track record of the engine.
 */
function unpromised(pick: SentPick, game: { gamePk: number; day: string }): PickPromise[] {
  const stat = findStatType(pick.statType)
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
  /** Number of new rows. */
  readonly added: number
  /** Picks without a forecast for a temporary reason. */
  readonly waiting: readonly SentPick[]
}

/**
 * Records the current forecasts of the server's engine for the user's picks without a forecast record (P7).
 * Trusts only the line and the side of a pick, none of its figures.
 * @param picks of the user's synced list
 * @throws UpstreamError when no game log, or the schedule, could be read
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
