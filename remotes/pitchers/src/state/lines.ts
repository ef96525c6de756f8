import type { PitcherStat } from '@propsight/shared/domain'
import type { LineMap } from '../scoring/line-map.ts'
import type { Failure } from './failure.ts'

/** State of the lines of one market. */
export interface StatLines {
  /** Null until they are read. */
  readonly map: LineMap | null
  /** Number of pitchers whose lines are beyond the limit of the request. */
  readonly leftOut: number
  /** Number of lines that could not be read. */
  readonly unread: number
  /** Read time, ISO 8601. */
  readonly readAt: string | null
  /** Failure after all retries; another attempt follows. */
  readonly failure: Failure | null
}
export type Lines = Readonly<Record<PitcherStat, StatLines>>

/** The two category names of each market. Requests use the second; the storage key contains both (H5). */
export const CATEGORIES: Readonly<Record<PitcherStat, readonly [string, string]>> = {
  strikeouts: ['Pitcher Strikeouts', 'Strikeouts'],
  'hits-allowed': ['Pitcher Hits Allowed', 'Hits Allowed'],
}
