import {
  byIdentity,
  compareByHitRate,
  compareBySample,
  hasFewGames,
  reachesBreakEven,
} from '@propsight/shared/domain'
import { marginOverBreakEven, type RankedLine, toSortKey } from '../../state/ranked-line.ts'
import type { Sort } from '../../state/view.ts'

/** Start time in ms since the epoch. Lines without one sort last. */
const timeOf = ({ line }: RankedLine): number => {
  const time = Date.parse(line.gameTime ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

/** Below every margin in points: lines whose payout is not public, and those on few games after them. */
const NO_VALUE = -1_000
const FEW_GAMES_VALUE = -2_000

const computeValue = (card: RankedLine): number =>
  hasFewGames(card.found.bars.length) ? FEW_GAMES_VALUE : (marginOverBreakEven(card) ?? NO_VALUE)

const COMPARE: Record<Exclude<Sort, 'chance'>, (a: RankedLine, b: RankedLine) => number> = {
  value: (a, b) => computeValue(b) - computeValue(a) || a.rank - b.rank,
  rate: (a, b) => compareByHitRate(toSortKey(a), toSortKey(b)),
  sample: (a, b) => compareBySample(toSortKey(a), toSortKey(b)),
  name: (a, b) => byIdentity(toSortKey(a), toSortKey(b)),
  // Ties use the rank. The equality check also covers two infinities, whose difference is NaN.
  time: (a, b) => (timeOf(a) === timeOf(b) ? a.rank - b.rank : timeOf(a) - timeOf(b)),
}

/** Sorts cards that are ranked by probability. The ranks do not change. */
export const sorted = (cards: readonly RankedLine[], sort: Sort): readonly RankedLine[] =>
  sort === 'chance' ? cards : cards.toSorted(COMPARE[sort])

/** Identifies the lines of one player on one market: the goblin, the standard line, a promo. */
const groupOf = ({ personId, line }: RankedLine): string => `${personId} ${line.statType}`

/** Whether a card belongs to the group of the card above it. */
export const followsGroup = (card: RankedLine, above: RankedLine | undefined): boolean =>
  above !== undefined && groupOf(card) === groupOf(above)

/** Moves the lines of a group directly behind its first one, so that the order is that of the first ones. */
const grouped = (cards: readonly RankedLine[]): readonly RankedLine[] =>
  [...Map.groupBy(cards, groupOf).values()].flat()

/**
 * Splits the cards as shown: the first N groups by rank with a line that reaches its break-even on enough games,
 * this line first, then the remaining groups in the chosen order of their first lines.
 * @param isAdvised whether the board has recommendations of AI mode; only these are raised then
 */
export function splitBoard(
  cards: readonly RankedLine[],
  topPicks: number,
  sort: Sort,
  isAdvised: boolean,
): { raised: readonly RankedLine[]; rest: readonly RankedLine[] } {
  const leads = new Map<string, RankedLine>()
  for (const card of cards) {
    const mayLead =
      reachesBreakEven(card.forecast, card.line) &&
      !hasFewGames(card.found.bars.length) &&
      (card.advised || !isAdvised)
    if (mayLead && leads.size < topPicks && !leads.has(groupOf(card))) leads.set(groupOf(card), card)
  }
  const isRaised = (card: RankedLine) => leads.has(groupOf(card))
  const others = cards.filter((card) => isRaised(card) && leads.get(groupOf(card)) !== card)
  return {
    raised: grouped([...leads.values(), ...others]),
    rest: grouped(
      sorted(
        cards.filter((card) => !isRaised(card)),
        sort,
      ),
    ),
  }
}
