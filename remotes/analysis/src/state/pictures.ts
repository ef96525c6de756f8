import type { ExtractStatsResponse, Line } from '@propsight/shared/contracts'
import type { Failure } from './run.ts'

export type ReadPicture = ExtractStatsResponse['data']

/**
 * Operations of image mode on runs: reading a picture and analyzing its rows. There is one picture at a time.
 */
export interface PictureRuns {
  /** Holds the credits and uploads the picture for reading. A repeated call reuses the hold. */
  read(picture: Blob, signal: AbortSignal): Promise<{ read: ReadPicture } | { failure: Failure }>
  /** Analyzes confirmed rows on the picture's run. A repeated call with corrected rows is free. */
  analyze(lines: Line[]): void
  /** Whether the picture's run is charged and still open. */
  isPaid(): boolean
  /** Stores the current rows, so that a reload does not lose corrections. */
  keep(draft: unknown): void
  /** Returns the value that `keep` stored last in this tab; undefined if there is none. */
  kept(): unknown
  /** Discards the picture. The next picture starts a new run. */
  forget(): void
}
