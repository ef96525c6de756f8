import { type Box, boundingBox, distance, middleOf, overlapX, overlapY } from '../pixels/geometry.ts'

interface Placed {
  box: Box
}

/** Allowed distance from the expected position, in heights of capitals: for scoring and for assigning. */
const SCORING_RANGE = { x: 2.5, y: 1.3 }
const ASSIGNING_RANGE = { x: 6, y: 3 }
/** Largest distance between a row's anchor and a field of the row, in heights of capitals. */
const REACH = { x: 60, y: 22 }

const left = ({ x0 }: Box) => x0
const right = ({ x1 }: Box) => x1
const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2
/**
 * Pairs of edges between which offsets are measured. The constant ones depend on the text alignment of the
 * layout.
 */
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

/** Distance of a box from the position expected by an offset, in units of `within`; above 1 it is outside. */
function distanceFromOffset(
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

/** Penalty for an assignment that makes a row overlap another row. */
const OVERLAP_PENALTY = 30
/** Score of each row with an assigned field; it outweighs any distance. */
const ASSIGNED_SCORE = 1_000

export interface PlacedRow {
  /** Box from which offsets are measured: the row's number or stat. */
  anchor: Box
  /** Bounding box of the fields assigned so far. */
  known: Box
}

export interface Assignment {
  /** Per row the index of its assigned field, or null. */
  assigned: (number | null)[]
  /** Number of rows with a field, and how close the fields are; used to compare kinds of fields. */
  score: number
}

const meets = (a: Box, b: Box) => overlapX(a, b) > 0 && overlapY(a, b) > 0

function computeScore(
  offset: Offset,
  rows: readonly PlacedRow[],
  candidates: readonly Placed[],
  unit: number,
): number {
  let score = 0
  for (const row of rows) {
    let nearest: { box: Box; miss: number } | null = null
    for (const { box } of candidates) {
      const miss = distanceFromOffset(row.anchor, box, offset, unit, SCORING_RANGE)
      if (miss <= 1 && (!nearest || miss < nearest.miss)) nearest = { box, miss }
    }
    if (!nearest) continue
    const extended = boundingBox([row.known, nearest.box])
    const overlapsOther = rows.some(
      (other) => other !== row && meets(extended, other.known) && !meets(row.known, other.known),
    )
    score +=
      ASSIGNED_SCORE -
      distance(row.known, nearest.box) / unit -
      nearest.miss * 2 -
      (overlapsOther ? OVERLAP_PENALTY : 0)
  }
  return score
}

/**
 * Assigns to each row its field of one kind. A layout repeats, so a field has the same offset in every row:
 * the offset that serves most rows is used, and of several the one with the smallest distances.
 * @param unit height of capitals, in pixels
 */
export function assign(rows: readonly PlacedRow[], candidates: readonly Placed[], unit: number): Assignment {
  const inReach = (anchor: Box, box: Box) =>
    Math.abs(centre(box) - centre(anchor)) < REACH.x * unit &&
    Math.abs(middleOf(box) - middleOf(anchor)) < REACH.y * unit
  const offsets = rows.flatMap(({ anchor }) =>
    candidates
      .filter(({ box }) => inReach(anchor, box))
      .flatMap(({ box }) => EDGES.map((edges) => offsetOf(anchor, box, edges))),
  )
  let best: { offset: Offset; score: number } | null = null
  for (const offset of offsets) {
    const score = computeScore(offset, rows, candidates, unit)
    if (!best || score > best.score) best = { offset, score }
  }
  const assigned: (number | null)[] = rows.map(() => null)
  if (!best) return { assigned, score: 0 }
  const { offset } = best
  const pairs = rows
    .flatMap(({ anchor }, row) =>
      candidates.map(({ box }, candidate) => ({
        row,
        candidate,
        miss: distanceFromOffset(anchor, box, offset, unit, ASSIGNING_RANGE),
      })),
    )
    .filter(({ miss }) => miss <= 1)
    .toSorted((a, b) => a.miss - b.miss)
  const taken = new Set<number>()
  for (const { row, candidate } of pairs) {
    if (assigned[row] !== null || taken.has(candidate)) continue
    assigned[row] = candidate
    taken.add(candidate)
  }
  return { assigned, score: best.score }
}
