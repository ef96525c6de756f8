import type { PastParlay } from './list-parlays.ts'

/** Parlays generated within this time of each other form one stack, in milliseconds (P10). */
export const STACK_WINDOW_MS = 300_000

const time = ({ row }: PastParlay): number => Date.parse(row.created_at)

/**
 * Groups parlays into stacks, newest first. All parlays of a stack are within five minutes of its newest one.
 */
export function stacksOf(parlays: readonly PastParlay[]): PastParlay[][] {
  const sorted = parlays.toSorted(
    (a, b) => time(b) - time(a) || (a.row.details?.rank ?? 0) - (b.row.details?.rank ?? 0),
  )
  const stacks: PastParlay[][] = []
  for (const parlay of sorted) {
    const stack = stacks.at(-1)
    const newest = stack?.[0]
    if (stack && newest && time(newest) - time(parlay) <= STACK_WINDOW_MS) stack.push(parlay)
    else stacks.push([parlay])
  }
  return stacks
}
