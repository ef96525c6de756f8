import sharp from 'sharp'
import type { UprightPicture } from '../upright-image.ts'

/** Decoded image, three bytes per pixel, row by row. */
export interface Raster {
  rgb: Uint8Array
  width: number
  height: number
}

/** Maximum number of pixels of a raster. */
const MAX_PIXELS = 8_000_000

const isRaw = ({ data, width, height }: UprightPicture) => data.length === width * height * 3

/**
 * Decodes an image at `scale` times its size, or less if it would exceed the limit. Transparent parts become
 * black.
 */
export async function rasterOf(picture: UprightPicture, scale: number): Promise<Raster> {
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
