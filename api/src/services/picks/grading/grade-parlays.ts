import type { Deps } from '../../../deps.ts'
import { type EndedLeg, gradeParlay } from './grading-rules.ts'

const PAGE = 200

const isEnded = (status: string): status is EndedLeg['status'] =>
  status === 'winner' || status === 'loser' || status === 'push' || status === 'no-game'

/**
 * Writes the outcome of every parlay whose legs have all ended (P8). Idempotent, also across instances.
 * @returns number of parlays that this call graded
 */
export async function gradeParlays({ repositories }: Pick<Deps, 'repositories'>): Promise<number> {
  let settled = 0
  for (;;) {
    const ended = await repositories.parlays.ended(PAGE)
    const outcomes = ended.map(({ id, legs }) => ({
      id,
      ...gradeParlay(
        legs.flatMap(({ status, odds_type: oddsType }) => (isEnded(status) ? [{ status, oddsType }] : [])),
      ),
    }))
    const changed = outcomes.length > 0 ? await repositories.parlays.settle(outcomes) : 0
    settled += changed
    // Without changes another instance has graded the page, or none is left.
    if (ended.length < PAGE || changed === 0) return settled
  }
}
