import { byIdentity, compareByChance, compareByHitRate, compareBySample } from '@propsight/shared/domain'
import { atRank } from '../../state/rank-board.ts'
import { mayBeTopPick, type RankedLine, toSortKey } from '../../state/ranked-line.ts'
import type { Sort } from '../../state/view.ts'

/** Start time in ms since the epoch. Lines without one sort last. */
const timeOf = ({ line }: RankedLine): number => {
  const time = Date.parse(line.gameTime ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

const COMPARE: Record<Exclude<Sort, 'value'>, (a: RankedLine, b: RankedLine) => number> = {
  chance: (a, b) => compareByChance(toSortKey(a), toSortKey(b)),
  rate: (a, b) => compareByHitRate(toSortKey(a), toSortKey(b)),
  sample: (a, b) => compareBySample(toSortKey(a), toSortKey(b)),
  name: (a, b) => byIdentity(toSortKey(a), toSortKey(b)),
  // Ties use the rank. The equality check also covers two infinities, whose difference is NaN.
  time: (a, b) => (timeOf(a) === timeOf(b) ? a.rank - b.rank : timeOf(a) - timeOf(b)),
}

/** Sorts cards that are ranked by worth. */
export const sorted = (cards: readonly RankedLine[], sort: Sort): readonly RankedLine[] =>
  sort === 'value' ? cards : cards.toSorted(COMPARE[sort])

/** Identifies the lines of one player on one market: the goblin, the standard line, a promo. */
const groupOf = ({ personId, line }: RankedLine): string => `${personId} ${line.statType}`

/** Whether a card belongs to the group of the card above it. */
export const followsGroup = (card: RankedLine, above: RankedLine | undefined): boolean =>
  above !== undefined && groupOf(card) === groupOf(above)

/** Moves the lines of a group directly behind its first one, so that the order is that of the first ones. */
const grouped = (cards: readonly RankedLine[]): readonly RankedLine[] =>
  [...Map.groupBy(cards, groupOf).values()].flat()

/** Numbers the groups from the top of what is shown; further lines of a group have the rank of its first one. */
function numbered(cards: readonly RankedLine[], before: number): RankedLine[] {
  let rank = before
  return cards.map((card, index) => {
    if (!followsGroup(card, cards[index - 1])) rank += 1
    return atRank(card, rank)
  })
}

/**
 * Splits the cards as shown, ranked from 1: the first N groups by rank with a line that reaches its break-even on enough games,
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
    const mayLead = mayBeTopPick(card) && (card.advised || !isAdvised)
    if (mayLead && leads.size < topPicks && !leads.has(groupOf(card))) leads.set(groupOf(card), card)
  }
  const isRaised = (card: RankedLine) => leads.has(groupOf(card))
  const others = cards.filter((card) => isRaised(card) && leads.get(groupOf(card)) !== card)
  const rest = sorted(
    cards.filter((card) => !isRaised(card)),
    sort,
  )
  return {
    raised: numbered(grouped([...leads.values(), ...others]), 0),
    rest: numbered(grouped(rest), leads.size),
  }
}
