import type { BookLine } from '../world/world.ts'
import type { Distribution } from './distribution.ts'

type Rung = Pick<BookLine, 'line' | 'odds' | 'over' | 'push'>

/** Limits of the over probability: the book offers no easier goblin and no harder demon. */
const GOBLIN_MAX = 0.84
const DEMON_MIN = 0.12
/** Range of the over probability of a standard line. A stat outside of it has goblins or demons only. */
const STANDARD = [0.36, 0.64] as const
const MAX_RUNGS = 2

/**
 * The lines of one player in one market: a standard line if a fair one exists, easier goblins below, harder
 * demons above.
 * @param options `whole`: prefer a whole number, which can push; `rungs`: goblins and demons on each side, at
 * most two
 */
export function ladder(values: Distribution, { whole = false, rungs = 1 } = {}): Rung[] {
  const rung = (line: number, odds: Rung['odds']): Rung => ({
    line,
    odds,
    over: values.over(line),
    push: values.push(line),
  })
  const fair = values.fairLine()
  const at = values.over(fair)
  const out: Rung[] = []
  if (at > STANDARD[0] && at < STANDARD[1]) {
    const line = whole && fair >= 2 ? values.fairWholeLine() : fair
    out.push(rung(line, 'standard'))
  } else if (at <= STANDARD[0] && at >= DEMON_MIN) out.push(rung(fair, 'demon'))
  else if (at >= STANDARD[1] && at <= GOBLIN_MAX) out.push(rung(fair, 'goblin'))
  const most = Math.min(rungs, MAX_RUNGS)
  // Large values (fantasy scores, outs) need wider steps.
  const step = fair > 12 ? 3 : 1
  for (let n = 1; n <= most; n++) {
    const below = fair - n * step
    if (below >= 0.5 && values.over(below) <= GOBLIN_MAX) out.push(rung(below, 'goblin'))
    const above = fair + n * step
    if (values.over(above) >= DEMON_MIN) out.push(rung(above, 'demon'))
  }
  return out
}
