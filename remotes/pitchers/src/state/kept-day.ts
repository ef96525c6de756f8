import { pitcherFactsSchema, probablePitcherSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { forget, keep, readKept } from '../config/browser-cache.ts'
import { isKept, PITCHER_CACHE_VERSION } from '../scoring/page-cache.ts'
import { type Day, NOTHING_DONE } from './day.ts'

const PREFIX = 'propsight:pitchers:'

const flags = z.object({ strikeouts: z.boolean(), 'hits-allowed': z.boolean() })
const keptDay = z.object({
  version: z.number(),
  timestamp: z.number(),
  data: z.array(
    z.object({
      pitcher: probablePitcherSchema,
      done: flags,
      facts: z.object({
        strikeouts: pitcherFactsSchema.optional(),
        'hits-allowed': pitcherFactsSchema.optional(),
      }),
    }),
  ),
})

const keyOf = (source: string, date: string): string => `${PREFIX}${source}:${date}`

/**
 * Reads the stored day: version 3, timestamp, data, a done flag per phase (H6). After twelve hours no phase
 * counts as done; the old numbers are shown, with their age, until new ones arrive.
 * @param source data source of the league: sample, replay or live
 */
export function readDay(source: string, date: string, nowMs: number): Day {
  const empty = { date, reading: null, missing: [], failure: null, stale: false }
  const kept = readKept(keptDay, keyOf(source, date))
  if (kept?.version !== PITCHER_CACHE_VERSION || kept.timestamp > nowMs) {
    return { ...empty, entries: null, readAt: null }
  }
  const live = isKept(kept.version, kept.timestamp, nowMs)
  return {
    ...empty,
    entries: kept.data.map((entry) => (live ? entry : { ...entry, done: NOTHING_DONE })),
    readAt: new Date(kept.timestamp).toISOString(),
    stale: !live,
  }
}

/** Stores a day and removes all other days. The timestamp is the read time of its oldest numbers. */
export function keepDay(source: string, day: Day): void {
  if (!day.entries?.length || day.readAt === null) return
  const key = keyOf(source, day.date)
  forget(PREFIX, key)
  keep(key, { version: PITCHER_CACHE_VERSION, timestamp: Date.parse(day.readAt), data: day.entries })
}
