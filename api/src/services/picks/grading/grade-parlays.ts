import { settleParlay } from '@propsight/shared/contracts'
import type { GradableParlay, ParlaysRepository } from '../../../repositories/parlays.ts'

const PAGE = 200

/**
 * Writes the outcome of every parlay that its ended legs decide (P8). Idempotent, also across instances.
 * @returns number of parlays that this call graded
 */
export async function gradeParlays({
  repositories,
}: {
  readonly repositories: { readonly parlays: Pick<ParlaysRepository, 'gradable' | 'settle'> }
}): Promise<number> {
  let changed = 0
  let after: string | null = null
  for (;;) {
    const page: GradableParlay[] = await repositories.parlays.gradable(after, PAGE)
    const outcomes = page.flatMap(({ id, legs, details }) => {
      const settlement = settleParlay(legs, details)
      return settlement ? [{ id, outcome: settlement.outcome, paid: settlement.paid }] : []
    })
    if (outcomes.length > 0) changed += await repositories.parlays.settle(outcomes)
    if (page.length < PAGE) return changed
    after = page.at(-1)?.id ?? null
  }
}
