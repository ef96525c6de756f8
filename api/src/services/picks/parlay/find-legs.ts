import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { recordsOf } from '../../analysis/analyze-performance.ts'
import { lineOf, type PickLeg, pickLeg } from './pick-leg.ts'
import { readPicksGames, type SentPick } from './picks-games.ts'

export interface LeftOut {
  readonly pickId: string
  readonly reason: string
}

export interface FoundLegs {
  readonly legs: readonly PickLeg[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * What of saved picks can be a leg, by what the league says now: of the picks it is believed which lines and sides they
 * are, and nothing else.
 * @throws UpstreamError where nobody's log, or the schedule, could be read
 */
export async function findLegs(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  picks: readonly SentPick[],
): Promise<FoundLegs> {
  const [recordOf, gameOf] = await Promise.all([
    recordsOf(parts, picks.map(lineOf)),
    readPicksGames(parts, picks),
  ])
  // Logs that are at hand are all read in one go: others get their turn before the picks are looked at.
  await setImmediate()
  const now = parts.clock.now()
  const legs: PickLeg[] = []
  const leftOut: LeftOut[] = []
  for (const pick of new Map(picks.map((each) => [each.id, each])).values()) {
    const found = pickLeg(pick, gameOf, recordOf(lineOf(pick)), now)
    if (typeof found === 'string') leftOut.push({ pickId: pick.id, reason: found })
    else legs.push(found)
  }
  return { legs, leftOut }
}
