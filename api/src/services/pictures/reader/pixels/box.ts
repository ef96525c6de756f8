/** A rectangle in pixels; `x1` and `y1` are just outside. */
export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** In the box's own unit, as are width and middle. */
export const heightOf = ({ y0, y1 }: Box): number => y1 - y0
export const widthOf = ({ x0, x1 }: Box): number => x1 - x0
/** Half way down. */
export const middleOf = ({ y0, y1 }: Box): number => (y0 + y1) / 2

/** How far two rectangles overlap from left to right; negative is the gap between them. */
export const overlapX = (a: Box, b: Box): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
/** The same from top to bottom. */
export const overlapY = (a: Box, b: Box): number => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)

/** The smallest rectangle around all of them. */
export const around = (boxes: readonly Box[]): Box => ({
  x0: Math.min(...boxes.map(({ x0 }) => x0)),
  y0: Math.min(...boxes.map(({ y0 }) => y0)),
  x1: Math.max(...boxes.map(({ x1 }) => x1)),
  y1: Math.max(...boxes.map(({ y1 }) => y1)),
})

/** How far apart two rectangles are, edge to edge; 0 where they touch. */
export const distance = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, -overlapX(a, b)), Math.max(0, -overlapY(a, b)))
