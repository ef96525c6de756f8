import sharp from 'sharp'
import { type Box, median, quantile } from './geometry.ts'

/** An upright image, decoded or encoded. */
export interface UprightImage {
  /** Raw RGB, three bytes per pixel, row by row; or an encoded image (PNG). */
  data: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

/** Decoded image, three bytes per pixel, row by row. */
export interface Raster {
  rgb: Uint8Array
  width: number
  height: number
}

/** Maximum number of pixels of a raster. */
const MAX_PIXELS = 8_000_000

const isRaw = ({ data, width, height }: UprightImage) => data.length === width * height * 3

/**
 * Decodes an image at `scale` times its size, or less if it would exceed the limit. Transparent parts become
 * black.
 */
export async function readRaster(picture: UprightImage, scale: number): Promise<Raster> {
  const { data, width, height } = picture
  const bounded = Math.min(scale, Math.sqrt(MAX_PIXELS / (width * height)))
  const input = isRaw(picture) ? sharp(data, { raw: { width, height, channels: 3 } }) : sharp(data)
  const { data: rgb, info } = await input
    .toColourspace('srgb')
    .flatten({ background: '#000' })
    .resize({
      width: Math.max(1, Math.round(width * bounded)),
      height: Math.max(1, Math.round(height * bounded)),
      fit: 'fill',
      kernel: 'lanczos3',
    })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgb, width: info.width, height: info.height }
}

/** Brightness of every pixel, 0 to 255 (Rec. 601). */
export function brightness({ rgb, width, height }: Raster): Uint8Array {
  const bright = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < bright.length; at += 1, from += 3)
    bright[at] = ((rgb[from] ?? 0) * 77 + (rgb[from + 1] ?? 0) * 150 + (rgb[from + 2] ?? 0) * 29) >> 8
  return bright
}

/** Darkest channel from which a pixel counts as nearly white. Those of pale buttons are below or just above it. */
const NEARLY_WHITE = 185

/**
 * The darkest channel of every pixel, 0 to 255, with all that is not nearly white as one level. A card and a button on
 * it, dark or bright, are alike in it; white text on the button is not. So the text has contrast, and the button has none.
 */
export function whiteness({ rgb, width, height }: Raster): Uint8Array {
  const white = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < white.length; at += 1, from += 3)
    white[at] = Math.max(NEARLY_WHITE, Math.min(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0))
  return white
}

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
export function findBackgroundColour(raster: Raster, { x0, y0, x1, y1 }: Box): Colour {
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
export function findTextColour(raster: Raster, { x0, y0, x1, y1 }: Box, backgroundColour: Colour): Colour {
  const inside: { colour: Colour; far: number }[] = []
  for (let y = Math.max(0, y0); y < Math.min(raster.height, y1); y += 1)
    for (let x = Math.max(0, x0); x < Math.min(raster.width, x1); x += 1) {
      const colour = colourAt(raster, x, y)
      inside.push({ colour, far: colourDistance(colour, backgroundColour) })
    }
  const limit = quantile(
    inside.map(({ far }) => far),
    0.93,
  )
  return middle(inside.filter(({ far }) => far >= limit).map(({ colour }) => colour))
}
