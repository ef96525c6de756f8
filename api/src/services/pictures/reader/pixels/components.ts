import type { Box } from './geometry.ts'

/** A connected component of pixels: a letter, a part of one, a frame, a photo. */
export interface Component extends Box {
  /** Number of pixels. */
  area: number
}

/** Finds the connected components (4-neighbourhood) of a mask of 0 and 1. Overwrites the mask. */
export function componentsOf(mask: Uint8Array, width: number, height: number): Component[] {
  const waiting = new Int32Array(mask.length)
  const found: Component[] = []
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] !== 1) continue
    let count = 1
    waiting[0] = start
    mask[start] = 2
    const component = { x0: width, y0: height, x1: 0, y1: 0, area: 0 }
    const visit = (at: number) => {
      if (mask[at] !== 1) return
      mask[at] = 2
      waiting[count] = at
      count += 1
    }
    while (count) {
      count -= 1
      const at = waiting[count] ?? 0
      const x = at % width
      const y = (at - x) / width
      component.area += 1
      if (x < component.x0) component.x0 = x
      if (x >= component.x1) component.x1 = x + 1
      if (y < component.y0) component.y0 = y
      if (y >= component.y1) component.y1 = y + 1
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (y > 0) visit(at - width)
      if (y < height - 1) visit(at + width)
    }
    found.push(component)
  }
  return found
}
