import type { Line } from '@propsight/shared/contracts'
import type { Read } from '../../platform/cache/read.ts'

/** A line of the book, before it is joined with the MLB schedule. */
export interface BookLine extends Line {
  /** Teams or opponent, as written by the book. */
  description: string
  inPlay: boolean
}

export interface BookBoard {
  lines: BookLine[]
  /** Number of entries that could not be parsed. */
  skipped: number
}

/** The daily fantasy book. Failures are `UpstreamError`s that name the book. */
export interface LinesClient {
  /** The whole MLB board for a US state, by default `CA`. */
  board(state?: string): Promise<Read<BookBoard>>
}
