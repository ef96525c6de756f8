import type { LegStatus, Parlay, TrackLeg } from '@propsight/shared/contracts'
import {
  bookRules,
  canonicalClubCode,
  type GradedLeg,
  type Settlement,
  settleEntry,
} from '@propsight/shared/domain'
import type { Deps } from '../../../deps.ts'

const PAGE = 200

const RESULTS: Record<LegStatus, GradedLeg['result']> = {
  pending: 'open',
  'in-progress': 'open',
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
    result: RESULTS[status],
    club: canonicalClubCode(team) || team,
    hasStandardPayout: oddsType === 'standard' && !details?.picks[(leg ?? 0) - 1]?.promo,
  }))
  return settleEntry(bookRules(details?.book), 'power', graded)
}

/**
 * Writes the outcome of every parlay whose legs have all ended (P8). Idempotent, also across instances.
 * @returns number of parlays that this call graded
 */
export async function gradeParlays({ repositories }: Pick<Deps, 'repositories'>): Promise<number> {
  let settled = 0
  for (;;) {
    const ended = await repositories.parlays.ended(PAGE)
    const outcomes = ended.flatMap(({ id, legs, details }) => {
      const settlement = gradeParlay(legs, details)
      return settlement ? [{ id, outcome: settlement.outcome, paid: settlement.paid }] : []
    })
    const changed = outcomes.length > 0 ? await repositories.parlays.settle(outcomes) : 0
    settled += changed
    // Without changes another instance has graded the page, or none is left.
    if (ended.length < PAGE || changed === 0) return settled
  }
}
