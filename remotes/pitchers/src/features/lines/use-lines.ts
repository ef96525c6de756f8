import type { ApiClient } from '@propsight/shared/contracts'
import { PITCHER_STATS, type PitcherStat } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { useEffect, useState } from 'react'
import { isFresh, PITCHER_CACHE_VERSION, readStored, writeStored } from '../../config/browser-cache.ts'
import { backOffMs, pause } from '../../config/retry-delay.ts'
import { PREFERRED_ODDS_TYPE } from '../../scoring/line-map.ts'
import { toFailure } from '../../state/failure.ts'
import { CATEGORIES, type Lines, type StatLines } from '../../state/rows.ts'
import { fetchLines, type ReadLines } from './fetch-lines.ts'

const PREFIX = 'propsight:prop-lines:'

const storedLinesSchema = z.object({
  version: z.number(),
  timestamp: z.number(),
  /** League day of the lines. Lines of another day are not used. */
  date: z.string(),
  leftOut: z.number().default(0),
  unread: z.number().default(0),
  data: z.record(z.string(), z.array(z.object({ team: z.string(), line: z.number() }))),
})

export interface StoredLines extends ReadLines {
  /** ISO 8601. */
  readonly readAt: string
}

const keyOf = (source: string, categories: readonly string[]): string =>
  `${PREFIX}${source}:${PREFERRED_ODDS_TYPE}:${categories.join('|')}`

/** Reads the stored lines of a market, by odds type and categories; null after twelve hours (H5). */
export function readStoredLines(
  source: string,
  date: string,
  categories: readonly string[],
  nowMs: number,
): StoredLines | null {
  const stored = readStored(storedLinesSchema, keyOf(source, categories))
  if (!stored || stored.date !== date || !isFresh(stored.version, stored.timestamp, nowMs)) return null
  const { data, leftOut, unread, timestamp } = stored
  return { map: data, leftOut, unread, readAt: new Date(timestamp).toISOString() }
}

export function storeLines(
  source: string,
  date: string,
  categories: readonly string[],
  { map, leftOut, unread }: ReadLines,
  nowMs: number,
): void {
  writeStored(keyOf(source, categories), {
    version: PITCHER_CACHE_VERSION,
    timestamp: nowMs,
    date,
    leftOut,
    unread,
    data: map,
  })
}

const UNREAD: StatLines = { map: null, leftOut: 0, unread: 0, readAt: null, failure: null }
/** Failures counted at the start of the back-off: a request that failed has already made four retries. */
const BACKOFF_AFTER_RETRIES = 5

const readStatLines = (source: string, date: string, stat: PitcherStat): StatLines => {
  const stored = readStoredLines(source, date, CATEGORIES[stat], Date.now())
  return stored ? { ...stored, failure: null } : UNREAD
}

const readAllStoredLines = (source: string, date: string): Lines => ({
  strikeouts: readStatLines(source, date, 'strikeouts'),
  'hits-allowed': readStatLines(source, date, 'hits-allowed'),
})

/** Reads the lines of one market and retries until it succeeds or the signal is aborted. */
async function readUntilSuccess(
  api: ApiClient,
  stat: PitcherStat,
  signal: AbortSignal,
  onChange: (change: Partial<StatLines>) => void,
): Promise<ReadLines | null> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const lines = await fetchLines(api, CATEGORIES[stat][1], signal)
      onChange({ ...lines, readAt: new Date().toISOString(), failure: null })
      return lines
    } catch (error) {
      if (signal.aborted) return null
      onChange({ failure: toFailure(error) })
      await pause(backOffMs(BACKOFF_AFTER_RETRIES + failures), signal).catch(() => {})
    }
  }
  return null
}

/**
 * The goblin lines of both markets of one day, stored in this browser for up to twelve hours or read from the
 * book.
 * @returns the lines, and `again`, which reads them again at once and keeps the known lines until then
 */
export function useLines(api: ApiClient, source: string, date: string) {
  const [lines, setLines] = useState(() => readAllStoredLines(source, date))
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const stored = readAllStoredLines(source, date)
    for (const stat of PITCHER_STATS) {
      if (tries === 0 && stored[stat].map) continue
      const onChange = (change: Partial<StatLines>) => {
        if (controller.signal.aborted) return
        setLines((previous) => ({ ...previous, [stat]: { ...previous[stat], ...change } }))
      }
      void readUntilSuccess(api, stat, controller.signal, onChange).then((read) => {
        // Lines are removed when a game starts. An empty board is not stored, so the next visit requests it
        // again.
        if (read && Object.keys(read.map).length > 0)
          storeLines(source, date, CATEGORIES[stat], read, Date.now())
      })
    }
    return () => controller.abort()
  }, [api, source, date, tries])
  return { lines, again: () => setTries(tries + 1) }
}
