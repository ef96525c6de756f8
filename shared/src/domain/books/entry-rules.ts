import { type EntryKind, isPaid, type LegCounts, payout } from '../payouts/payout.ts'
import type { StatType } from '../sports/index.ts'
import type { BookRules } from './book-rules.ts'

/** What the rules of a book need to know about a leg. */
export interface EntryLeg {
  readonly game: string
  /** Null where unknown. */
  readonly club: string | null
  readonly player: string
  readonly group: StatType['group']
}

/** Reasons for which a book takes no entry of these legs. */
export type EntryProblem =
  | 'the book takes no player twice'
  | 'the book takes no pitcher with an opposing batter'
  | 'the book takes no entry of one club alone'

/**
 * Returns why a book refuses two legs in one entry, whatever the other legs are; null where it accepts them. A
 * batter opposes a pitcher in the same game for another club. The other game of a doubleheader is another game,
 * and two pitchers of one game do not oppose each other. A batter of an unknown club may be an opponent, so the
 * pair is refused.
 */
export function pairProblem(rules: BookRules, a: EntryLeg, b: EntryLeg): EntryProblem | null {
  if (rules.refusesPlayerTwice?.value && a.player === b.player) return 'the book takes no player twice'
  const opposes = a.game === b.game && a.group !== b.group && (a.club === null || a.club !== b.club)
  return opposes && a.player !== b.player && rules.refusesPitcherWithOpposingBatter?.value
    ? 'the book takes no pitcher with an opposing batter'
    : null
}

/** Returns why a book takes no entry of these legs; null where it takes it. The number of legs is not checked. */
export function entryProblem(rules: BookRules, legs: readonly EntryLeg[]): EntryProblem | null {
  for (const [at, leg] of legs.entries()) {
    for (const other of legs.slice(at + 1)) {
      const problem = pairProblem(rules, leg, other)
      if (problem) return problem
    }
  }
  return hasEnoughClubs(rules, legs) ? null : 'the book takes no entry of one club alone'
}

/** Whether legs are of as many clubs as the book asks for. An unknown club counts as a club of its own. */
export const hasEnoughClubs = (rules: BookRules, legs: readonly Pick<EntryLeg, 'club'>[]): boolean =>
  new Set(legs.map(({ club }, at) => club ?? at)).size >= rules.fewestClubs.value

export interface GradedLeg {
  readonly result: 'open' | 'won' | 'lost' | 'tied' | 'no-play'
  readonly club: string | null
  /** Whether the leg is paid by the table of the book: no goblin, demon or promotional line. */
  readonly hasStandardPayout: boolean
}

export interface Settlement {
  readonly outcome: 'won' | 'lost' | 'refunded'
  /** Payout per unit staked, including the stake; null where the book has no public payout. */
  readonly paid: number | null
  /** Why a reduced entry was refunded. */
  readonly reason: RefundReason | null
}
export type RefundReason = 'fewer than two legs left' | 'one club left' | 'ties only'

type Counts = Omit<LegCounts, 'noPlays'>

function countLegs(legs: readonly GradedLeg[]): Counts {
  const count = (result: GradedLeg['result']) => legs.filter((leg) => leg.result === result).length
  return { wins: count('won'), losses: count('lost'), ties: count('tied') }
}

/** Settles a Power entry without a public payout. */
function settleUnpriced({ wins, losses }: Counts): Settlement {
  if (losses > 0) return { outcome: 'lost', paid: null, reason: null }
  return wins > 0
    ? { outcome: 'won', paid: null, reason: null }
    : { outcome: 'refunded', paid: null, reason: 'ties only' }
}

function settlePaid(paid: number, { wins, losses }: Counts): Settlement {
  if (paid === 0) return { outcome: 'lost', paid, reason: null }
  if (paid !== 1) return { outcome: 'won', paid, reason: null }
  return { outcome: 'refunded', paid, reason: wins + losses === 0 ? 'ties only' : null }
}

/** All results of so many open legs, as counts. Legs without play are the rest. */
function* completions(open: number): Generator<Counts> {
  for (let wins = 0; wins <= open; wins++)
    for (let losses = 0; wins + losses <= open; losses++)
      for (let ties = 0; wins + losses + ties <= open; ties++) yield { wins, losses, ties }
}

/** Returns why an entry with these legs left is refunded; null for a valid entry. */
function findRefundReason(rules: BookRules, left: readonly GradedLeg[]): RefundReason | null {
  if (left.length < rules.sizes.value.fewest) return 'fewer than two legs left'
  return hasEnoughClubs(rules, left) ? null : 'one club left'
}

/**
 * Settles an entry by the rules of its book: legs without play are removed, and an entry that is left with too
 * few legs or clubs is refunded, whatever the other legs did; then ties are removed, and the rest is paid. An
 * entry with open legs is settled as soon as no result of these legs can change the outcome. A loss therefore
 * counts only when the ended legs alone keep the entry valid.
 * @param legs all legs of the entry
 * @returns null while the outcome is open, and for a Flex entry without a public payout
 */
export function settleEntry(
  rules: BookRules,
  kind: EntryKind,
  legs: readonly GradedLeg[],
): Settlement | null {
  const table = rules.payouts
  const hasPayout =
    table !== null && legs.every((leg) => leg.hasStandardPayout) && isPaid(table, kind, legs.length)
  if (!hasPayout && kind !== 'power') return null
  const tiesCount = rules.refundsReducedEntry.value === 'no-plays'
  const left = legs.filter(({ result }) => result !== 'no-play' && (tiesCount || result !== 'tied'))
  const refundReason = findRefundReason(rules, left)
  if (refundReason) return { outcome: 'refunded', paid: hasPayout ? 1 : null, reason: refundReason }
  const ended = left.filter(({ result }) => result !== 'open')
  if (findRefundReason(rules, ended)) return null
  const counts = countLegs(ended)
  const settlements = [...completions(left.length - ended.length)].map((more) => {
    const wins = counts.wins + more.wins
    const losses = counts.losses + more.losses
    const ties = counts.ties + (tiesCount ? more.ties : 0)
    return hasPayout
      ? settlePaid(payout(table, kind, { wins, losses, ties }), { wins, losses, ties })
      : settleUnpriced({ wins, losses, ties })
  })
  const [first] = settlements
  return first && settlements.every(({ outcome, paid }) => outcome === first.outcome && paid === first.paid)
    ? first
    : null
}
