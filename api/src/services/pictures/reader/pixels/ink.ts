/** Light text on dark background, or the reverse. */
export type Polarity = 'light' | 'dark'

/**
 * Settings of the adaptive threshold: a pixel is text if it differs enough from the mean of a square around
 * it.
 */
export interface InkSettings {
  /** Half the side of the square, in pixels. Small enough to fit into a button. */
  reach: number
  /** Minimum difference in brightness, 0 to 255. */
  contrast: number
}

/** Summed-area table (integral image), with which the mean of a square needs four look-ups. */
function sums(bright: Uint8Array, width: number, height: number): Uint32Array {
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
export function inkOf(bright: Uint8Array, width: number, height: number, { reach, contrast }: InkSettings) {
  const stride = width + 1
  const sum = sums(bright, width, height)
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
