import { acceptsLess, type OddsType } from '../lines/recommendation.ts'
import { type EntryKind, isPaid, LAST_LEG_PAYS, type PayoutTable, POWER_2_PAYS, payout } from './payout.ts'

/**
 * Least chance to win, 0 to 1, at which a leg is worth its stake in a Power 2 of two such legs: 57.7% without
 * ties. It is the positive root p of 3·p² + 2·1.5·p·q + q² = 1, with q the chance to tie. The terms are the
 * payouts where both legs win, where one wins and one ties, and where both tie and the stake is refunded.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for goblins and demons, whose payout is not public
 */
export function legBreakEven(oddsType: OddsType, push = 0): number | null {
  if (!acceptsLess(oddsType)) return null
  const tie = LAST_LEG_PAYS * push
  return (Math.sqrt(tie * tie + POWER_2_PAYS * (1 - push * push)) - tie) / POWER_2_PAYS
}

/** The figures of a line that decide whether one of its sides may be recommended. Chances are 0 to 1. */
export interface Offered {
  /** Of the side. */
  readonly chance: number
  readonly push: number
}

/**
 * The rule of every recommendation: whether a side may be recommended, raised on a board, called a top pick or
 * get units. Its exact chance, not the rounded one on the screen, must reach its break-even. Goblins and demons
 * never do: their payout is not public and changes with the line, and a high chance alone says nothing about
 * profit. Reaching the break-even does not make a side an edge (`isEdge`).
 * @param forecast of the side; null without one, which reaches nothing
 */
export function reachesBreakEven(forecast: Offered | null, oddsType: OddsType): boolean {
  if (!forecast) return false
  const even = legBreakEven(oddsType, forecast.push)
  return even !== null && forecast.chance >= even
}

/** Bisection steps: enough for the resolution of a double. */
const HALVINGS = 60

function choose(of: number, taken: number): number {
  let ways = 1
  for (let at = 1; at <= taken; at++) ways = (ways * (of - taken + at)) / at
  return ways
}

/** Expected payout per unit staked of an entry whose legs all win with the same chance, without ties. */
function paidAt(table: PayoutTable, kind: EntryKind, legs: number, chance: number): number {
  let sum = 0
  for (let wins = 0; wins <= legs; wins++) {
    const losses = legs - wins
    const likely = choose(legs, wins) * chance ** wins * (1 - chance) ** losses
    sum += likely * payout(table, kind, { wins, losses, ties: 0 })
  }
  return sum
}

/**
 * The chance that each leg needs for an entry to return its stake on average, with independent legs of equal
 * chance and no ties. The payout does not decrease with the number of wins, so bisection finds that chance.
 * @param legs number of legs
 * @returns between 0 and 1; null where the table does not pay the entry, or pays less than the stake even if
 * all legs win
 */
export function breakEven(table: PayoutTable, kind: EntryKind, legs: number): number | null {
  if (!isPaid(table, kind, legs) || paidAt(table, kind, legs, 1) < 1) return null
  let low = 0
  let high = 1
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (paidAt(table, kind, legs, middle) < 1) low = middle
    else high = middle
  }
  return (low + high) / 2
}
