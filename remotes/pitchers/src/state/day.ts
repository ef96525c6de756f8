import type { PitcherFacts, PitcherPhase, ProbablePitcher } from '@propsight/shared/contracts'
import type { Failure } from './failure.ts'

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
  /** Failure of the last attempt; another attempt follows. */
  readonly failure: Failure | null
  /** Read time of the oldest shown number, ISO 8601; null without numbers. */
  readonly readAt: string | null
  /** Whether the numbers are outdated and could not be read again since `readAt`. */
  readonly stale: boolean
}

export const NOTHING_DONE: DayEntry['done'] = { strikeouts: false, 'hits-allowed': false }

/** Ids of the pitchers that are complete in a phase. */
export const doneIn = (day: Day, phase: PitcherPhase): readonly number[] =>
  (day.entries ?? []).filter(({ done }) => done[phase]).map(({ pitcher }) => pitcher.id)

/** Replaces the list of pitchers by a stream's start record, and keeps the known facts of each pitcher. */
export function withPitchers(day: Day, pitchers: readonly ProbablePitcher[]): Day {
  const known = new Map(day.entries?.map((entry) => [entry.pitcher.id, entry]))
  return {
    ...day,
    entries: pitchers.map((pitcher) => {
      const entry = known.get(pitcher.id)
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
const PASSING = new Set(['the league could not be read', 'the engine failed'])

/** Whether another attempt cannot add anything: neither earlier seasons nor a forecast. */
const isWhole = ({ missingSeasons, forecastMissing }: PitcherFacts): boolean =>
  !missingSeasons?.length && !PASSING.has(forecastMissing ?? '')

/** Adds received facts. Incomplete facts are shown and requested again. */
export const withFacts = (day: Day, facts: PitcherFacts): Day =>
  changed(day, [facts.id], (entry) => ({
    ...entry,
    done: { ...entry.done, [facts.phase]: isWhole(facts) },
    facts: { ...entry.facts, [facts.phase]: facts },
  }))

/** Marks pitchers as not complete in a phase: their stale numbers are shown and requested again. */
export const notDone = (day: Day, phase: PitcherPhase, ids: readonly number[]): Day =>
  changed(day, ids, (entry) => ({ ...entry, done: { ...entry.done, [phase]: false } }))
