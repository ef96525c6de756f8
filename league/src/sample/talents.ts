import type { ParkFactors } from '../world/club-types.ts'
import { DOUBLE, EVENT_COUNT, HOME_RUN, SINGLE, STRIKE_OUT, TRIPLE, WALK } from './league-rates.ts'

/**
 * The true abilities of players, by index of the person. `bat` and `arm` have eight multipliers of the
 * league's rates per person, in the order of `EVENTS`.
 */
export interface Talents {
  readonly bat: Float64Array
  readonly arm: Float64Array
  /** 0 right, 1 left, 2 both. */
  readonly bats: Uint8Array
  /** 0 right, 1 left. */
  readonly throws: Uint8Array
  /** Probability of a steal attempt from first base when second is empty. */
  readonly steal: Float64Array
  /** Pitch limit of a starter. */
  readonly stamina: Float64Array
}

/** Talents of `count` average right-handers, as a start for the real values. */
export const averageTalents = (count: number): Talents => ({
  bat: new Float64Array(count * EVENT_COUNT).fill(1),
  arm: new Float64Array(count * EVENT_COUNT).fill(1),
  bats: new Uint8Array(count),
  throws: new Uint8Array(count),
  steal: new Float64Array(count).fill(0.06),
  stamina: new Float64Array(count).fill(88),
})

/** A park's published factors as multipliers in the order of `EVENTS`. */
export function parkMultipliers(factors: ParkFactors): Float64Array {
  const out = new Float64Array(EVENT_COUNT).fill(1)
  const [single, double, triple, homeRun, strikeOut, walk] = factors
  out[SINGLE] = single
  out[DOUBLE] = double
  out[TRIPLE] = triple
  out[HOME_RUN] = homeRun
  out[STRIKE_OUT] = strikeOut
  out[WALK] = walk
  return out
}
