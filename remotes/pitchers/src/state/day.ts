import {
  type PitcherFacts,
  type PitcherPhase,
  type ProbablePitcher,
  pitcherFactsSchema,
  probablePitcherSchema,
} from '@propsight/shared/contracts'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import * as z from '@propsight/shared/schema'
import {
  isFresh,
  PITCHER_CACHE_VERSION,
  readStored,
  removeStored,
  writeStored,
} from '../config/browser-cache.ts'
import type { Failure } from './failure.ts'

const PREFIX = 'propsight:pitchers:'

const flags = z.object({ strikeouts: z.boolean(), 'hits-allowed': z.boolean() })
const storedDaySchema = z.object({
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

/** How long a forecast with a guessed batting order is kept: orders are announced during the day. */
const GUESS_MS = 15 * 60_000

/** The stored done flags, without forecasts of another engine and those whose order may be announced by now. */
function doneOnReturn({ done, facts }: DayEntry, ageMs: number): DayEntry['done'] {
  const isKept = (phase: PitcherPhase): boolean => {
    const { engine = ENGINE_VERSION, lineup } = facts[phase] ?? {}
    return done[phase] && engine === ENGINE_VERSION && (lineup !== 'guessed' || ageMs < GUESS_MS)
  }
  return { strikeouts: isKept('strikeouts'), 'hits-allowed': isKept('hits-allowed') }
}

/**
 * Reads the stored day: version 3, timestamp, data, a done flag per phase (H6). After twelve hours no phase
 * counts as done; the old numbers are shown, with their age, until new ones arrive.
 * @param source data source of the league: sample, replay or live
 */
export function readDay(source: string, date: string, nowMs: number): Day {
  const empty = { date, reading: null, missing: [], failure: null, stale: false }
  const stored = readStored(storedDaySchema, keyOf(source, date))
  if (stored?.version !== PITCHER_CACHE_VERSION || stored.timestamp > nowMs) {
    return { ...empty, entries: null, readAt: null }
  }
  const fresh = isFresh(stored.version, stored.timestamp, nowMs)
  return {
    ...empty,
    entries: stored.data.map((entry) => ({
      ...entry,
      done: fresh ? doneOnReturn(entry, nowMs - stored.timestamp) : NOTHING_DONE,
    })),
    readAt: new Date(stored.timestamp).toISOString(),
    stale: !fresh,
  }
}

/** Stores a day and removes all other days. The timestamp is the read time of its oldest numbers. */
export function storeDay(source: string, day: Day): void {
  if (!day.entries?.length || day.readAt === null) return
  const key = keyOf(source, day.date)
  removeStored(PREFIX, key)
  writeStored(key, { version: PITCHER_CACHE_VERSION, timestamp: Date.parse(day.readAt), data: day.entries })
}

/** One probable pitcher with the facts of each phase. */
export interface DayEntry {
  readonly pitcher: ProbablePitcher
  /** Per phase: whether the pitcher is complete and not requested again until the cache expires (H6). */
  readonly done: Readonly<Record<PitcherPhase, boolean>>
  readonly facts: { readonly [phase in PitcherPhase]?: PitcherFacts | undefined }
}

export interface Missing {
  readonly id: number
  readonly phase: PitcherPhase
  readonly reason: string
}

/** State of a day's pitchers while they are read. */
export interface Day {
  /** League day, `YYYY-MM-DD` in US Eastern time. */
  readonly date: string
  /** Null until the list of probable pitchers is read. */
  readonly entries: readonly DayEntry[] | null
  /** The phase that is being read; null while idle. */
  readonly reading: PitcherPhase | null
  readonly missing: readonly Missing[]
  /** Number of pitchers of the day that could not be read, and are not in `entries`. */
  readonly unread?: number
  /** Failure of the last attempt; another attempt follows. */
  readonly failure: Failure | null
  /** Read time of the oldest shown number, ISO 8601; null without numbers. */
  readonly readAt: string | null
  /** Whether the numbers are outdated and could not be read again since `readAt`. */
  readonly stale: boolean
}

export const NOTHING_DONE: DayEntry['done'] = { strikeouts: false, 'hits-allowed': false }

/** Ids of the pitchers that are complete in a phase. */
export const completeIds = (day: Day, phase: PitcherPhase): readonly number[] =>
  (day.entries ?? []).filter(({ done }) => done[phase]).map(({ pitcher }) => pitcher.id)

/** Replaces the list of pitchers by a stream's start record, and keeps the known facts of each pitcher. */
export function withPitchers(day: Day, pitchers: readonly ProbablePitcher[]): Day {
  const previous = new Map(day.entries?.map((entry) => [entry.pitcher.id, entry]))
  return {
    ...day,
    entries: pitchers.map((pitcher) => {
      const entry = previous.get(pitcher.id)
      // Facts against another opponent or of another game do not apply.
      const same = entry && entry.pitcher.oppId === pitcher.oppId && entry.pitcher.gamePk === pitcher.gamePk
      return { pitcher, done: same ? entry.done : NOTHING_DONE, facts: same ? entry.facts : {} }
    }),
  }
}

const changed = (day: Day, ids: readonly number[], change: (entry: DayEntry) => DayEntry): Day => ({
  ...day,
  entries: day.entries?.map((entry) => (ids.includes(entry.pitcher.id) ? change(entry) : entry)) ?? null,
})

/** The API's reasons for a missing forecast that are temporary. */
const TEMPORARY_REASONS = new Set(['the league could not be read', 'the engine failed'])

/** Whether another attempt cannot add anything: neither earlier seasons nor a forecast nor its batting order. */
const areFactsComplete = ({ missingSeasons, forecastMissing, lineup }: PitcherFacts): boolean =>
  !missingSeasons?.length && !TEMPORARY_REASONS.has(forecastMissing ?? '') && lineup !== 'pending'

/** Adds received facts. Incomplete facts are shown and requested again. */
export const withFacts = (day: Day, facts: PitcherFacts): Day =>
  changed(day, [facts.id], (entry) => ({
    ...entry,
    done: { ...entry.done, [facts.phase]: areFactsComplete(facts) },
    facts: { ...entry.facts, [facts.phase]: facts },
  }))

/** Marks pitchers as not complete in a phase: their stale numbers are shown and requested again. */
export const markIncomplete = (day: Day, phase: PitcherPhase, ids: readonly number[]): Day =>
  changed(day, ids, (entry) => ({ ...entry, done: { ...entry.done, [phase]: false } }))
