import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { recordsOf } from '../../analysis/analyze-performance.ts'
import { lineOf, type PickLeg, pickLeg } from './legs.ts'
import { readPicksGames, type SentPick } from './pick-games.ts'

export interface LeftOut {
  readonly pickId: string
  readonly reason: string
}

export interface FoundLegs {
  readonly legs: readonly PickLeg[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Determines which saved picks can be legs now, by current data of the league. Trusts only the line and the
 * side of a pick. Duplicate picks count once.
 * @throws UpstreamError when no game log, or the schedule, could be read
 */
export async function findLegs(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  picks: readonly SentPick[],
): Promise<FoundLegs> {
  const [recordOf, gameOf] = await Promise.all([
    recordsOf(parts, picks.map(lineOf)),
    readPicksGames(parts, picks),
  ])
  // Cached game logs are read without a break, so other requests run before the picks are checked.
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
