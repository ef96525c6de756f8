import type { Box } from './geometry.ts'

/** Light text on dark background, or the reverse. */
export type Polarity = 'light' | 'dark'

/** Settings of the adaptive threshold: a pixel is text if it differs enough from the mean of its surrounding square. */
export interface ThresholdSettings {
  /** Half the side of the square, in pixels. Small enough to fit into a button. */
  reach: number
  /** Minimum difference in brightness, 0 to 255. */
  contrast: number
}

/** Summed-area table (integral image), with which the mean of a square needs four look-ups. */
function integralImage(bright: Uint8Array, width: number, height: number): Uint32Array {
  const stride = width + 1
  const sum = new Uint32Array(stride * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += bright[y * width + x] ?? 0
      sum[(y + 1) * stride + x + 1] = (sum[y * stride + x + 1] ?? 0) + row
    }
  }
  return sum
}

/** Adaptive threshold: returns a mask (0 or 1) of light text and one of dark text. */
export function thresholdMasks(
  bright: Uint8Array,
  width: number,
  height: number,
  { reach, contrast }: ThresholdSettings,
) {
  const stride = width + 1
  const sum = integralImage(bright, width, height)
  const light = new Uint8Array(bright.length)
  const dark = new Uint8Array(bright.length)
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * stride
    const bottom = Math.min(height, y + reach + 1) * stride
    const rows = bottom / stride - top / stride
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach)
      const right = Math.min(width, x + reach + 1)
      const total =
        (sum[bottom + right] ?? 0) -
        (sum[top + right] ?? 0) -
        (sum[bottom + left] ?? 0) +
        (sum[top + left] ?? 0)
      const at = y * width + x
      const difference = (bright[at] ?? 0) - total / (rows * (right - left))
      if (difference > contrast) light[at] = 1
      else if (difference < -contrast) dark[at] = 1
    }
  }
  return { light, dark }
}

/** A connected component of pixels: a letter, a part of one, a frame, a photo. */
export interface Component extends Box {
  /** Number of pixels. */
  area: number
}

/** Finds the connected components (4-neighbourhood) of a mask of 0 and 1. Overwrites the mask. */
export function findComponents(mask: Uint8Array, width: number, height: number): Component[] {
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
