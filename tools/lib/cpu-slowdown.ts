/**
 * From which of Lighthouse's indexes on a machine is how many times faster than a mid-tier phone: the tables of its
 * docs/throttling.md. Its default, 4, holds from 1,500.
 */
const MULTIPLIERS = [
  { fromIndex: 1_500, multiplier: 4 },
  { fromIndex: 800, multiplier: 2 },
]
const PHONE_ITSELF = 1

/**
 * How many times slower than this machine Lighthouse is to take a mid-tier phone's processor.
 * @param index the machine's, as Lighthouse measures it
 */
export const multiplierFor = (index: number): number =>
  MULTIPLIERS.find(({ fromIndex }) => index >= fromIndex)?.multiplier ?? PHONE_ITSELF
