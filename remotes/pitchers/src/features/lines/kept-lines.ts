import * as z from 'zod'
import { keep, readKept } from '../../config/browser-cache.ts'
import { type LineMap, PREFERRED_TIER } from '../../scoring/line-map.ts'
import { isKept, PITCHER_CACHE_VERSION } from '../../scoring/page-cache.ts'

const PREFIX = 'propsight:prop-lines:'

const keptLines = z.object({
  version: z.number(),
  timestamp: z.number(),
  /** League day of the lines. Lines of another day are not used. */
  date: z.string(),
  data: z.record(z.string(), z.array(z.object({ team: z.string(), line: z.number() }))),
})

export interface KeptLines {
  readonly map: LineMap
  /** ISO 8601. */
  readonly readAt: string
}

const keyOf = (source: string, categories: readonly string[]): string =>
  `${PREFIX}${source}:${PREFERRED_TIER}:${categories.join('|')}`

/** Reads the stored lines of a market, by odds type and categories; null after twelve hours (H5). */
export function readKeptLines(
  source: string,
  date: string,
  categories: readonly string[],
  nowMs: number,
): KeptLines | null {
  const kept = readKept(keptLines, keyOf(source, categories))
  if (!kept || kept.date !== date || !isKept(kept.version, kept.timestamp, nowMs)) return null
  return { map: kept.data, readAt: new Date(kept.timestamp).toISOString() }
}

export function keepLines(
  source: string,
  date: string,
  categories: readonly string[],
  map: LineMap,
  nowMs: number,
): void {
  keep(keyOf(source, categories), { version: PITCHER_CACHE_VERSION, timestamp: nowMs, date, data: map })
}
