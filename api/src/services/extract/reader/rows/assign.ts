import { type Box, distance, middleOf } from '../pixels/box.ts'

interface Placed {
  box: Box
}

/** How far off the usual place something may stand, in heights of a capital. */
const NEAR = { x: 2.5, y: 1.3 }
const STILL_NEAR = { x: 6, y: 3 }
/** Nothing that belongs to a row stands farther from it. */
const REACH = { x: 60, y: 22 }

const left = ({ x0 }: Box) => x0
const right = ({ x1 }: Box) => x1
const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2
/** Which edges keep their distance depends on how a layout aligns its texts. */
const EDGES = [
  [left, left],
  [right, right],
  [centre, centre],
  [right, left],
  [left, right],
] as const

interface Offset {
  x: number
  y: number
  edges: (typeof EDGES)[number]
}

const offsetOf = (anchor: Box, box: Box, edges: Offset['edges']): Offset => ({
  x: edges[1](box) - edges[0](anchor),
  y: middleOf(box) - middleOf(anchor),
  edges,
})

/** How far a box is from where an offset wants it, in capitals; more than 1 is outside `within`. */
function missBy(
  anchor: Box,
  box: Box,
  offset: Offset,
  unit: number,
  within: { x: number; y: number },
): number {
  const at = offsetOf(anchor, box, offset.edges)
  return Math.max(
    Math.abs(at.x - offset.x) / (within.x * unit),
    Math.abs(at.y - offset.y) / (within.y * unit),
  )
}

/**
 * Gives each row the one thing of a kind that belongs to it. A layout repeats: what belongs together stands in the same
 * place in every row, so the offset that serves most rows wins, and of those the one that keeps closest.
 * @param rows what is known of each row so far; the first box of each is what offsets are taken from
 * @param unit height of a capital, pixels
 * @returns for each row the place of its thing in `things`, or null
 */
export function assign(
  rows: readonly (readonly [anchor: Box, known: Box])[],
  things: readonly Placed[],
  unit: number,
): (number | null)[] {
  const inReach = (anchor: Box, box: Box) =>
    Math.abs(centre(box) - centre(anchor)) < REACH.x * unit &&
    Math.abs(middleOf(box) - middleOf(anchor)) < REACH.y * unit
  const offsets = rows.flatMap(([anchor]) =>
    things
      .filter(({ box }) => inReach(anchor, box))
      .flatMap(({ box }) => EDGES.map((edges) => offsetOf(anchor, box, edges))),
  )
  let best: { offset: Offset; score: number } | null = null
  for (const offset of offsets) {
    let score = 0
    for (const [anchor, known] of rows) {
      const misses = things.map(({ box }) => ({ box, miss: missBy(anchor, box, offset, unit, NEAR) }))
      const [nearest] = misses.filter(({ miss }) => miss <= 1).toSorted((a, b) => a.miss - b.miss)
      // One row more outweighs any distance; of equal ones the closest wins, then the tightest.
      if (nearest) score += 1_000 - distance(known, nearest.box) / unit - nearest.miss * 2
    }
    if (!best || score > best.score) best = { offset, score }
  }
  const given: (number | null)[] = rows.map(() => null)
  if (!best) return given
  const { offset } = best
  const pairs = rows
    .flatMap(([anchor], row) =>
      things.map(({ box }, thing) => ({ row, thing, miss: missBy(anchor, box, offset, unit, STILL_NEAR) })),
    )
    .filter(({ miss }) => miss <= 1)
    .toSorted((a, b) => a.miss - b.miss)
  const taken = new Set<number>()
  for (const { row, thing } of pairs) {
    if (given[row] !== null || taken.has(thing)) continue
    given[row] = thing
    taken.add(thing)
  }
  return given
}
