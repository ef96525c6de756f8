import type { PitcherStat } from '@propsight/shared/domain'
import type { LineMap } from '../scoring/line-map.ts'
import type { Failure } from './failure.ts'

/** One stat's lines as far as they are known. */
export interface StatLines {
  /** Null while they were never read. */
  readonly map: LineMap | null
  /** When, ISO 8601. */
  readonly readAt: string | null
  /** After the retries; they are tried again. */
  readonly failure: Failure | null
}
export type Lines = Readonly<Record<PitcherStat, StatLines>>

/** The two names of each stat's category; the second is the one asked for (specification 2 §7). */
export const CATEGORIES: Readonly<Record<PitcherStat, readonly [string, string]>> = {
  strikeouts: ['Pitcher Strikeouts', 'Strikeouts'],
  'hits-allowed': ['Pitcher Hits Allowed', 'Hits Allowed'],
}
