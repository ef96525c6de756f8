import type { PayoutTable } from '../../payouts/payout.ts'

const FEWEST_LEGS = 2
const DAY = /^\d{4}-\d{2}-\d{2}$/

const isPayout = (paid: number): boolean => Number.isFinite(paid) && paid >= 0

const sizesOf = (rows: Readonly<Record<number, unknown>>): number[] =>
  Object.keys(rows)
    .map(Number)
    .toSorted((a, b) => a - b)

function gaps(name: string, sizes: readonly number[], first: number): string[] {
  const expected = sizes.map((_, at) => first + at)
  return sizes.every((size, at) => size === expected[at])
    ? []
    : [`${name}: sizes must run from ${first} without a gap, not ${sizes.join(', ')}`]
}

function ladderProblems(size: number, ladder: readonly number[]): string[] {
  if (ladder.length === 0 || ladder.length > size) return [`flex ${size}: needs 1 to ${size} payouts`]
  if (!ladder.every(isPayout)) return [`flex ${size}: every payout must be a number from 0`]
  const rises = ladder.some((paid, misses) => misses > 0 && paid > (ladder[misses - 1] ?? 0))
  return rises ? [`flex ${size}: a miss must not pay more`] : []
}

/**
 * Checks a payout table written by an operator. An entry is reduced to the next lower size when a leg ties or
 * does not play. Therefore sizes must have no gap, and there must be a Power size below the smallest Flex
 * size.
 * @returns one message per problem, naming the row; empty for a valid table
 */
export function payoutProblems({ readOn, power, flex, lastLegWon }: PayoutTable): string[] {
  const powerSizes = sizesOf(power)
  const flexSizes = sizesOf(flex)
  const [smallestFlex = FEWEST_LEGS + 1] = flexSizes
  return [
    ...(DAY.test(readOn) ? [] : [`readOn: ${readOn} is not a day (YYYY-MM-DD)`]),
    ...(powerSizes.length === 0 ? ['power: at least one size is needed'] : []),
    ...gaps('power', powerSizes, FEWEST_LEGS),
    ...powerSizes
      .filter((size) => !isPayout(power[size] ?? Number.NaN))
      .map((size) => `power ${size}: must be a number from 0`),
    ...gaps('flex', flexSizes, smallestFlex),
    ...(flexSizes.length > 0 && smallestFlex > FEWEST_LEGS && power[smallestFlex - 1] === undefined
      ? [`flex ${smallestFlex}: there is no Power ${smallestFlex - 1} to fall to`]
      : []),
    ...flexSizes.flatMap((size) => ladderProblems(size, flex[size] ?? [])),
    ...(lastLegWon === null || isPayout(lastLegWon) ? [] : ['lastLegWon: must be a number from 0']),
  ]
}
