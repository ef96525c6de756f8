import { type Distribution, reach } from '../distribution.ts'
import { expit, logit } from '../probability.ts'
import { Z_80 } from '../z-80.ts'

/**
 * Standard deviation, in log-odds, of errors that the record cannot show: relievers, the time of the year,
 * the form of the model. It is two percentage points at a chance of one half. Fitted on eight sample leagues
 * with known chances, with other seeds than those of `backtest --sample`. With values from .06 to .1 the
 * intervals of every market contain about 80%.
 */
const LEFT_OUT = 0.08

/**
 * Widens one end of a band by the model error. The error is added in quadrature to the distance of each
 * chance from the middle. The chances stay in decreasing order, because the result increases with the chances
 * of the middle and the end.
 * @param side -1 for the low end, 1 for the high end
 */
export function withLeftOut(middle: Distribution, end: Distribution, side: -1 | 1): Distribution {
  const values = Math.max(middle.atLeast.length, end.atLeast.length)
  const chance = (at: number): number => {
    if (at === 0) return 1
    const centre = logit(reach(middle, middle.least + at))
    const apart = Math.max(0, side * (logit(reach(end, middle.least + at)) - centre))
    return expit(centre + side * Math.hypot(apart, Z_80 * LEFT_OUT))
  }
  return { least: middle.least, atLeast: Array.from({ length: values }, (_, at) => chance(at)) }
}
