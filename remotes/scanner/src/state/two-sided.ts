import { lineConsensus, type Quote, type VigRemoval } from '@propsight/shared/domain/odds'

/**
 * An over and an under of one prop at their best prices, bet together with stakes that pay the same. With the line of the
 * over below that of the under it is a middle: both bets win between the lines.
 */
export interface TwoSidedBet<Q extends Quote = Quote> {
  readonly over: Q
  readonly under: Q
  /** Part of the whole stake that goes to the over, 0 to 1; the rest goes to the under. */
  readonly overShare: number
  /** Profit per unit of the whole stake when one of the bets wins: below 0 is the cost, above 0 is an arbitrage. */
  readonly profit: number
  /** Chance at which a middle breaks even; null for bets on one line. */
  readonly breakEven: number | null
  /** Chance of the books without margin that both bets win; null for bets on one line, or without both consensuses. */
  readonly middle: number | null
}

/** Of a unit staked, an over at `over` and an under at `under` return 1 / (1 / over + 1 / under), whichever wins. */
function combine<Q extends Quote>(over: Q, under: Q): Omit<TwoSidedBet<Q>, 'middle'> | null {
  if (over.over === null || under.under === null) return null
  const implied = 1 / over.over + 1 / under.under
  const breakEven = over.line < under.line ? Math.max(0, implied - 1) : null
  return { over, under, overShare: 1 / over.over / implied, profit: 1 / implied - 1, breakEven }
}

/** The best price of each side at each line. */
function bestByLine<Q extends Quote>(quotes: readonly Q[], side: 'over' | 'under'): Q[] {
  const best = new Map<number, Q>()
  for (const quote of quotes) {
    const known = best.get(quote.line)
    if (quote[side] !== null && (quote[side] ?? 0) > (known?.[side] ?? 0)) best.set(quote.line, quote)
  }
  return [...best.values()]
}

/** Middles that break even at a greater chance are left out: their bets nearly exclude each other. */
const MOST_BREAK_EVEN = 0.15

/**
 * Finds the bets on both sides of one line that cost least, and the middle with the greatest expected profit by the books'
 * chances without margin; each null if there is none.
 * @param quotes current ones in decimal odds, without those of `findOutOfLine`
 * @param own keys of the books at which the user can bet; null for all
 */
export function findTwoSided<Q extends Quote>(
  quotes: readonly Q[],
  method: VigRemoval,
  own: readonly string[] | null = null,
): { readonly sameLine: TwoSidedBet<Q> | null; readonly middle: TwoSidedBet<Q> | null } {
  const usable = quotes.filter(({ book }) => own?.includes(book) ?? true)
  const unders = bestByLine(usable, 'under')
  const overs = bestByLine(usable, 'over')
  const chances = new Map<number, number | null>()
  const overChance = (line: number): number | null => {
    const known = chances.get(line)
    if (known !== undefined) return known
    const found = lineConsensus(quotes, line, method)?.over ?? null
    chances.set(line, found)
    return found
  }
  let sameLine: TwoSidedBet<Q> | null = null
  let middle: TwoSidedBet<Q> | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const over of overs)
    for (const under of unders) {
      const bet = over.line <= under.line ? combine(over, under) : null
      if (!bet) continue
      if (bet.breakEven === null) {
        if (bet.profit > (sameLine?.profit ?? Number.NEGATIVE_INFINITY)) sameLine = { ...bet, middle: null }
        continue
      }
      const [above, below] = [overChance(over.line), overChance(under.line)]
      if (bet.breakEven > MOST_BREAK_EVEN || above === null || below === null) continue
      const chance = Math.max(0, above - below)
      const expected = (1 + chance) * (1 + bet.profit) - 1
      if (expected > most) {
        most = expected
        middle = { ...bet, middle: chance }
      }
    }
  return { sameLine, middle }
}
