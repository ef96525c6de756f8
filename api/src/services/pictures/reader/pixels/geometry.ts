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
export const around = (boxes: readonly Box[]): Box => ({
  x0: Math.min(...boxes.map(({ x0 }) => x0)),
  y0: Math.min(...boxes.map(({ y0 }) => y0)),
  x1: Math.max(...boxes.map(({ x1 }) => x1)),
  y1: Math.max(...boxes.map(({ y1 }) => y1)),
})

/** Distance between the edges of two rectangles; 0 if they touch or overlap. */
export const distance = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, -overlapX(a, b)), Math.max(0, -overlapY(a, b)))
