import type { ExtractedRow } from '@propsight/shared/contracts'
import type { RosterPlayer } from './reader/index.ts'

/**
 * Maximum number of pixels, enough for a 48-megapixel phone camera. Larger images are refused before
 * decoding.
 */
export const MAX_IMAGE_PIXELS = 50_000_000

/** Why an image was not read. */
export type RefusalReason = 'type' | 'animated' | 'pixels' | 'damaged' | 'time' | 'memory'

/** The reader refused an image, or exceeded its limits. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`the picture was refused: ${reason}`)
    this.reason = reason
  }
}

/** Size of an upright image in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** A request to the reader process. The image follows on its standard input, `bytes` bytes long. */
export interface ReadOrder {
  bytes: number
  roster: readonly RosterPlayer[]
  /** Whether the upright image is returned, too, for a vision model. */
  wantsPicture: boolean
}

/** A message of the reader process: `upright` and then `read`, or `refused` or `failed`. */
export type ReaderWord =
  | { type: 'upright'; size: PictureSize; picture: Uint8Array | null }
  | { type: 'read'; rows: ExtractedRow[] }
  | { type: 'refused'; reason: RefusalReason }
  | { type: 'failed'; where: string }
