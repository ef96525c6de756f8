import type { ExtractedRow } from '@propsight/shared/contracts'
import type { ReadOptions, UprightPicture } from './picture.ts'

export type { ReadOptions, RosterPlayer, UprightPicture } from './picture.ts'

export interface Reader {
  /** Rows of a picture of prop cards, from top to bottom; none when it shows nothing of the kind. */
  read(picture: UprightPicture, options?: ReadOptions): Promise<ExtractedRow[]>
  close(): Promise<void>
}

/** Starts one reader. It reads one picture at a time, and reaches for no network. */
export async function createReader(): Promise<Reader> {
  return { read: async () => [], close: async () => {} }
}
