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
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`the picture was refused: ${reason}`)
    this.reason = reason
  }
}

/** Size of an upright image in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** A request to the reader process. The image follows on its standard input, `bytes` bytes long. */
export interface ReaderRequest {
  bytes: number
  roster: readonly RosterPlayer[]
  /** Whether the upright image is returned, too, for a vision model. */
  wantsImage: boolean
}

/** A message of the reader process: `upright` and then `read`, or `refused` or `failed`. */
export type ReaderMessage =
  | { type: 'upright'; size: ImageSize; picture: Uint8Array | null }
  | { type: 'read'; rows: ExtractedRow[] }
  | { type: 'refused'; reason: RefusalReason }
  | { type: 'failed'; where: string }

type Field = ExtractedRow['doubts'][number]['field']

/** Adds a doubt about a field to a row, unless the field has one: the first reason is kept. */
export const withDoubt = (row: ExtractedRow, field: Field, reason: string): ExtractedRow =>
  row.doubts.some((doubt) => doubt.field === field)
    ? row
    : { ...row, doubts: [...row.doubts, { field, reason }] }
