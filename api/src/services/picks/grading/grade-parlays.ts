import type { LegStatus, Parlay, TrackLeg } from '@propsight/shared/contracts'
import {
  bookRules,
  canonicalClubCode,
  type GradedLeg,
  type Settlement,
  settleEntry,
} from '@propsight/shared/domain'
import type { Deps } from '../../../deps.ts'
import type { GradableParlay } from '../../../repositories/parlays.ts'

const PAGE = 200

/** Results of legs that have ended. */
const RESULTS: Partial<Record<LegStatus, GradedLeg['result']>> = {
  winner: 'won',
  loser: 'lost',
  push: 'tied',
  'no-game': 'no-play',
}

type SettledParlay = Pick<Parlay, 'book' | 'picks'>

/**
 * Settles a Power entry (P8) by the rules of its book.
 * @param legs all legs of the entry
 * @param details the parlay as it was saved; null when it can no longer be read, which means the default book
 * @returns null while the outcome is open
 */
export function gradeParlay(
  legs: readonly Pick<TrackLeg, 'status' | 'odds_type' | 'team' | 'leg'>[],
  details: SettledParlay | null = null,
): Settlement | null {
  const graded = legs.map(({ status, odds_type: oddsType, team, leg }) => ({
    result: RESULTS[status] ?? 'open',
    club: canonicalClubCode(team) || team,
    hasStandardPayout: oddsType === 'standard' && !details?.picks[(leg ?? 0) - 1]?.promo,
  }))
  return settleEntry(bookRules(details?.book), 'power', graded)
}

/**
 * Writes the outcome of every parlay that its ended legs decide (P8). Idempotent, also across instances.
 * @returns number of parlays that this call graded
 */
export async function gradeParlays({ repositories }: Pick<Deps, 'repositories'>): Promise<number> {
  let changed = 0
  let after: string | null = null
  for (;;) {
    const page: GradableParlay[] = await repositories.parlays.gradable(after, PAGE)
    const outcomes = page.flatMap(({ id, legs, details }) => {
      const settlement = gradeParlay(legs, details)
      return settlement ? [{ id, outcome: settlement.outcome, paid: settlement.paid }] : []
    })
    if (outcomes.length > 0) changed += await repositories.parlays.settle(outcomes)
    if (page.length < PAGE) return changed
    after = page.at(-1)?.id ?? null
  }
}
