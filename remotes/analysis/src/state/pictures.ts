import type { ExtractStatsAnswer, Line } from '@propsight/shared/contracts'
import type { Failure } from './run.ts'

export type ReadPicture = ExtractStatsAnswer['data']

/** What reading a picture and analyzing its rows ask of the runs; one picture at a time. */
export interface PictureRuns {
  /** Holds the credits and has the picture read. Asking again goes on with the same hold. */
  read(picture: Blob, signal: AbortSignal): Promise<{ read: ReadPicture } | { failure: Failure }>
  /** Analyzes confirmed rows on the picture's run; doing so again with corrected rows costs nothing. */
  analyze(lines: Line[]): void
  /** Whether the picture's run is charged already, and still open. */
  isPaid(): boolean
  /** The rows as they stand, so that a reload does not lose corrections. */
  keep(draft: unknown): void
  /** What `keep` was given last, in this tab; undefined where nothing was. */
  kept(): unknown
  /** This picture is done with: the next one is a run of its own. */
  forget(): void
}
