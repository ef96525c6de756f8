import { type Distribution, reach } from '../distribution.ts'
import { expit, logit } from '../log-odds.ts'
import { Z_80 } from '../z-80.ts'

/**
 * Standard deviation of a chance's log-odds by what no record tells: relievers, the time of the year, the model's own
 * shape. Two points at even chances. Fitted on eight sample leagues, whose chances are known, of other seeds than those
 * that `backtest --sample` prints the share within the interval of; between .06 and .1 every market holds about 80%.
 */
const LEFT_OUT = 0.08

/**
 * One end of a band with what is left out of it, added to each chance's distance from the middle as independent errors
 * add. The order of the chances holds: the result rises with the middle's chance and with the end's.
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
