import type { Box } from './geometry.ts'
import { median, quantile } from './median.ts'
import type { Raster } from './raster.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** Euclidean distance in RGB, 0 to 441. */
export const colourDistance = (a: Colour, b: Colour): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const colourAt = ({ rgb, width }: Raster, x: number, y: number): Colour => {
  const at = (y * width + x) * 3
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
}

const middle = (colours: readonly Colour[]): Colour => [
  median(colours.map(([red]) => red)),
  median(colours.map(([, green]) => green)),
  median(colours.map(([, , blue]) => blue)),
]

/** Background colour of a rectangle: the median colour along its outline. */
export function groundOf(raster: Raster, { x0, y0, x1, y1 }: Box): Colour {
  const outline: Colour[] = []
  const clampX = (x: number) => Math.max(0, Math.min(raster.width - 1, x))
  const clampY = (y: number) => Math.max(0, Math.min(raster.height - 1, y))
  for (let x = x0; x < x1; x += 1)
    outline.push(colourAt(raster, clampX(x), clampY(y0)), colourAt(raster, clampX(x), clampY(y1 - 1)))
  for (let y = y0; y < y1; y += 1)
    outline.push(colourAt(raster, clampX(x0), clampY(y)), colourAt(raster, clampX(x1 - 1), clampY(y)))
  return middle(outline)
}

/** Text colour in a rectangle: the median of the colours that differ most from the background. */
export function writingOf(raster: Raster, { x0, y0, x1, y1 }: Box, ground: Colour): Colour {
  const inside: { colour: Colour; far: number }[] = []
  for (let y = Math.max(0, y0); y < Math.min(raster.height, y1); y += 1)
    for (let x = Math.max(0, x0); x < Math.min(raster.width, x1); x += 1) {
      const colour = colourAt(raster, x, y)
      inside.push({ colour, far: colourDistance(colour, ground) })
    }
  const limit = quantile(
    inside.map(({ far }) => far),
    0.93,
  )
  return middle(inside.filter(({ far }) => far >= limit).map(({ colour }) => colour))
}
