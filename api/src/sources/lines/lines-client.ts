import type { Line } from '@propsight/shared/contracts'
import type { Read } from '../../platform/cache/read.ts'

/** A line as the book has it, before our schedule is put beside it. */
export interface BookLine extends Line {
  /** Teams or opponent, in the book's words. */
  description: string
  inPlay: boolean
}

export interface BookBoard {
  lines: BookLine[]
  /** Entries that no schema could read. */
  skipped: number
}

/** The daily fantasy book. Failures are `UpstreamError`s that name it. */
export interface LinesClient {
  /** The whole MLB board for a US state, `CA` unless told. */
  board(state?: string): Promise<Read<BookBoard>>
}
