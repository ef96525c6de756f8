import { isPaid, type OddsType, PRIZEPICKS_PAYOUTS, payout } from '@propsight/shared/domain'

export interface EndedLeg {
  readonly status: 'winner' | 'loser' | 'push' | 'no-game'
  readonly oddsType: OddsType
}

export interface ParlayEnd {
  readonly outcome: 'won' | 'lost' | 'refunded'
  /** Payout per unit staked, including the stake; null when no public table has a payout. */
  readonly paid: number | null
}

/**
 * Grades a Power entry (P8) by the book's payout table: legs without a game drop out, then ties, each of
 * which reduces the entry to the next lower size (`payout`). An entry without a payout in the table is lost
 * with a losing leg, won with a winning leg and no losing one, and refunded otherwise.
 * @param legs all legs of the entry, each ended
 */
export function parlayOutcome(legs: readonly EndedLeg[]): ParlayEnd {
  const count = (status: EndedLeg['status']) => legs.filter((leg) => leg.status === status).length
  const [wins, losses, ties] = [count('winner'), count('loser'), count('push')]
  const priced =
    legs.every(({ oddsType }) => oddsType === 'standard') && isPaid(PRIZEPICKS_PAYOUTS, 'power', legs.length)
  if (priced) {
    const paid = payout(PRIZEPICKS_PAYOUTS, 'power', { wins, losses, ties })
    return { outcome: paid === 0 ? 'lost' : paid === 1 ? 'refunded' : 'won', paid }
  }
  return { outcome: losses > 0 ? 'lost' : wins > 0 ? 'won' : 'refunded', paid: null }
}
