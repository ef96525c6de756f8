/**
 * The CPU slowdown multiplier by Lighthouse's benchmark index of the machine, so that it matches a mid-tier
 * phone. The values are from the tables of Lighthouse's docs/throttling.md; its default, 4, applies from
 * 1,500.
 */
const MULTIPLIERS = [
  { fromIndex: 1_500, multiplier: 4 },
  { fromIndex: 800, multiplier: 2 },
]
const PHONE_ITSELF = 1

/**
 * The CPU slowdown multiplier for Lighthouse on this machine.
 * @param index the machine's benchmark index, as measured by Lighthouse
 */
export const multiplierFor = (index: number): number =>
  MULTIPLIERS.find(({ fromIndex }) => index >= fromIndex)?.multiplier ?? PHONE_ITSELF
