/** A rectangle in pixels; `x1` and `y1` are exclusive. */
export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Height in the unit of the box; likewise `widthOf` and `middleOf`. */
export const heightOf = ({ y0, y1 }: Box): number => y1 - y0
export const widthOf = ({ x0, x1 }: Box): number => x1 - x0
/** Vertical centre. */
export const middleOf = ({ y0, y1 }: Box): number => (y0 + y1) / 2

/** Horizontal overlap of two rectangles; a negative value is the gap between them. */
export const overlapX = (a: Box, b: Box): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
/** Vertical overlap of two rectangles; a negative value is the gap between them. */
export const overlapY = (a: Box, b: Box): number => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)

/** The bounding box of all rectangles. */
export const boundingBox = (boxes: readonly Box[]): Box => ({
  x0: Math.min(...boxes.map(({ x0 }) => x0)),
  y0: Math.min(...boxes.map(({ y0 }) => y0)),
  x1: Math.max(...boxes.map(({ x1 }) => x1)),
  y1: Math.max(...boxes.map(({ y1 }) => y1)),
})

/** Distance between the edges of two rectangles; 0 if they touch or overlap. */
export const distance = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, -overlapX(a, b)), Math.max(0, -overlapY(a, b)))

/** The median (of two middle values the upper one); 0 for no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The quantile at `share` (0 to 1); 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * The median weighted by the square of each value, so that many small specks do not outweigh a few letters.
 */
export function squareMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let remaining = sorted.reduce((sum, value) => sum + value ** 2, 0) / 2
  for (const value of sorted) {
    remaining -= value ** 2
    if (remaining <= 0) return value
  }
  return 0
}
