import { pitcherFactsSchema, probablePitcherSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { forget, keep, readKept } from '../config/storage.ts'
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
 * A day as this browser keeps it (specification 2 §3: version 3, timestamp, data, a done flag per phase). After
 * twelve hours nothing counts as done any more; the old numbers are shown, with their age, until new ones arrive.
 * @param source which league's day it is: sample, replay or live
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

/** Keeps a day in the place of any other day's. The time is that of its first numbers. */
export function keepDay(source: string, day: Day): void {
  if (!day.entries?.length || day.readAt === null) return
  const key = keyOf(source, day.date)
  forget(PREFIX, key)
  keep(key, { version: PITCHER_CACHE_VERSION, timestamp: Date.parse(day.readAt), data: day.entries })
}
