import { isPaid, type OddsType, PRIZEPICKS_PAYOUTS, payout } from '@propsight/shared/domain'

export interface EndedLeg {
  readonly status: 'winner' | 'loser' | 'push' | 'no-game'
  readonly oddsType: OddsType
}

export interface ParlayEnd {
  readonly outcome: 'won' | 'lost' | 'refunded'
  /** Units back per unit staked, the stake included; null where no public table has a price. */
  readonly paid: number | null
}

/**
 * How a Power entry ended, by the book's table where that has a price for it: legs without play drop out, then ties,
 * each to the next lower size (`payout`). Without a price a leg that lost loses it, and one that only tied or dropped
 * out refunds it.
 * @param legs all of the entry's, each ended
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
