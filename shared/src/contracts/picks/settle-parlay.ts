import { bookRules } from '../../domain/books/books.ts'
import { type GradedLeg, type Settlement, settleEntry } from '../../domain/books/entry-rules.ts'
import { canonicalClubCode } from '../../domain/clubs/index.ts'
import { hasStandardPayout } from '../../domain/payouts/break-even.ts'
import type { Parlay } from './parlay.ts'
import type { LegStatus, TrackLeg } from './track-leg.ts'

/** Results of legs that have ended; a leg of any other status is open. */
const RESULTS: Partial<Record<LegStatus, GradedLeg['result']>> = {
  winner: 'won',
  loser: 'lost',
  push: 'tied',
  'no-game': 'no-play',
}

/**
 * Settles a parlay, which is a Power entry (P8), by the rules of its book.
 * @param legs all legs of the parlay
 * @param details the parlay as it was saved; null when it can no longer be read, which means the default book
 * @returns null while the outcome is open
 */
export function settleParlay(
  legs: readonly Pick<TrackLeg, 'status' | 'odds_type' | 'team' | 'leg'>[],
  details: Pick<Parlay, 'book' | 'picks'> | null,
): Settlement | null {
  const graded = legs.map(({ status, odds_type: oddsType, team, leg }) => ({
    result: RESULTS[status] ?? 'open',
    club: canonicalClubCode(team) || team,
    hasStandardPayout: hasStandardPayout({ oddsType, promo: details?.picks[(leg ?? 0) - 1]?.promo }),
  }))
  return settleEntry(bookRules(details?.book), 'power', graded)
}
