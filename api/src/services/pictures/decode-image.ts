import sharp, { type Sharp } from 'sharp'
import { ImageRefused, type ImageSize, imageTypeOf, isAnimatedPng, MAX_IMAGE_PIXELS } from './reading.ts'

/**
 * Limits of the image passed to the reader: a long screenshot of a large phone (1,440 × 8,000) is not scaled
 * down.
 */
const MAX_SCALED_PIXELS = 12_000_000
const MAX_READ_SIDE = 12_000
/** Longest side of the image for a model, in pixels. Models scale down larger images anyway. */
const MODEL_SIDE = 1_568
const MODEL_QUALITY = 85

// Only the loaders of the three accepted types are enabled, so no file can reach the loaders of SVG, PDF,
// TIFF or HEIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** A decoded image for the reader: raw RGB, upright, without metadata. */
export interface DecodedImage {
  /** Size of the uploaded image after rotation. */
  size: ImageSize
  /** Its pixels, scaled down if there are too many. */
  raw: { data: Buffer; width: number; height: number }
  /** Encodes the image as JPEG for a model. */
  encode(): Promise<Buffer>
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true })

async function measure(bytes: Buffer): Promise<ImageSize> {
  if (!imageTypeOf(bytes)) throw new ImageRefused('type')
  // Reads the headers only. The limit is checked below, to report `pixels` instead of `damaged`.
  const { width, height, pages, autoOrient } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageRefused('damaged')
    })
  if ((pages ?? 1) > 1 || isAnimatedPng(bytes)) throw new ImageRefused('animated')
  if (width * height > MAX_IMAGE_PIXELS) throw new ImageRefused('pixels')
  return autoOrient
}

/** The size within the limits of the reader, with the same aspect ratio. */
function readSize({ width, height }: ImageSize): ImageSize {
  const shrink = Math.min(
    1,
    Math.sqrt(MAX_SCALED_PIXELS / (width * height)),
    MAX_READ_SIDE / Math.max(width, height),
  )
  return { width: Math.max(1, Math.floor(width * shrink)), height: Math.max(1, Math.floor(height * shrink)) }
}

/**
 * Decodes an image: rotated by its EXIF orientation, in sRGB with eight bits per channel, transparency on
 * black.
 * @throws ImageRefused for another type, an animation, too many pixels, or a damaged file
 */
export async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  const size = await measure(bytes)
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ ...readSize(size), fit: 'fill' })
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ImageRefused('damaged')
    })
  const { width, height, channels } = info
  const raw = { data, width, height }
  const decoded = sharp(data, { raw: { width, height, channels } })
  return {
    size,
    raw:
      channels === 3 ? raw : { ...raw, data: await decoded.clone().toColourspace('srgb').raw().toBuffer() },
    encode: () =>
      decoded
        .clone()
        .resize({ width: MODEL_SIDE, height: MODEL_SIDE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: MODEL_QUALITY })
        .toBuffer(),
  }
}
