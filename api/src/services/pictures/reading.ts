import type { ExtractedRow } from '@propsight/shared/contracts'
import type { RosterPlayer } from './reader/index.ts'

/** Pixels that a picture may have: a phone's 48 megapixel camera fits. More is refused before it is decoded. */
export const MAX_IMAGE_PIXELS = 50_000_000

/** Why a picture was not read. */
export type RefusalReason = 'type' | 'animated' | 'pixels' | 'damaged' | 'time' | 'memory'

/** A picture that the reader refuses, or that was too much for it. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`the picture was refused: ${reason}`)
    this.reason = reason
  }
}

/** Pixels of a picture as it stands upright. */
export interface PictureSize {
  width: number
  height: number
}

/** What the reader's process is asked; the bytes of the picture follow on its standard input. */
export interface ReadOrder {
  bytes: number
  roster: readonly RosterPlayer[]
  /** Whether the upright picture is wanted for a model, too. */
  wantsPicture: boolean
}

/** What it answers: `upright`, then `read`; or one of the others. */
export type ReaderWord =
  | { type: 'upright'; size: PictureSize; picture: Uint8Array | null }
  | { type: 'read'; rows: ExtractedRow[] }
  | { type: 'refused'; reason: RefusalReason }
  | { type: 'failed'; where: string }
