import type { PitcherFacts, PitcherPhase, ProbablePitcher } from '@propsight/shared/contracts'
import type { Failure } from './failure.ts'

/** One probable pitcher and what each phase told of him. */
export interface DayEntry {
  readonly pitcher: ProbablePitcher
  /** Read in this phase: not asked for again while the cache lives (specification 2 §4). */
  readonly done: Readonly<Record<PitcherPhase, boolean>>
  readonly facts: { readonly [phase in PitcherPhase]?: PitcherFacts | undefined }
}

export interface Missing {
  readonly id: number
  readonly phase: PitcherPhase
  readonly reason: string
}

/** A day's pitchers as far as they are known. */
export interface Day {
  /** League day, `YYYY-MM-DD` in US Eastern time. */
  readonly date: string
  /** Null while nobody has told who pitches. */
  readonly entries: readonly DayEntry[] | null
  /** The phase that is being read; null at rest. */
  readonly reading: PitcherPhase | null
  readonly missing: readonly Missing[]
  /** The last try's; it is tried again. */
  readonly failure: Failure | null
  /** When the oldest of the shown numbers was read, ISO 8601; null while none is. */
  readonly readAt: string | null
  /** The numbers could not be read again since `readAt`. */
  readonly stale: boolean
}

export const NOTHING_DONE: DayEntry['done'] = { strikeouts: false, 'hits-allowed': false }

/** How many of the day's pitchers a phase has read. */
export const doneIn = (day: Day, phase: PitcherPhase): readonly number[] =>
  (day.entries ?? []).filter(({ done }) => done[phase]).map(({ pitcher }) => pitcher.id)

/** The day's pitchers as a stream's start tells them, with what is known of them already. */
export function withPitchers(day: Day, pitchers: readonly ProbablePitcher[]): Day {
  const known = new Map(day.entries?.map((entry) => [entry.pitcher.id, entry]))
  return {
    ...day,
    entries: pitchers.map((pitcher) => {
      const entry = known.get(pitcher.id)
      // Another opponent is another question: what was read answers the old one.
      const same = entry && entry.pitcher.oppId === pitcher.oppId && entry.pitcher.gamePk === pitcher.gamePk
      return { pitcher, done: same ? entry.done : NOTHING_DONE, facts: same ? entry.facts : {} }
    }),
  }
}

const changed = (day: Day, ids: readonly number[], change: (entry: DayEntry) => DayEntry): Day => ({
  ...day,
  entries: day.entries?.map((entry) => (ids.includes(entry.pitcher.id) ? change(entry) : entry)) ?? null,
})

/** Why there is no forecast, where there may be one later: of the API's reasons, those that pass. */
const PASSING = new Set(['the league could not be read', 'the engine failed'])

/** Whether nothing is lacking that another try may bring: an earlier season, or the engine's word. */
const isWhole = ({ missingSeasons, forecastMissing }: PitcherFacts): boolean =>
  !missingSeasons?.length && !PASSING.has(forecastMissing ?? '')

/** Facts that arrived. Those that are not whole are shown, and asked for again. */
export const withFacts = (day: Day, facts: PitcherFacts): Day =>
  changed(day, [facts.id], (entry) => ({
    ...entry,
    done: { ...entry.done, [facts.phase]: isWhole(facts) },
    facts: { ...entry.facts, [facts.phase]: facts },
  }))

/** These are shown, but asked for again: their numbers are older than they should be. */
export const notDone = (day: Day, phase: PitcherPhase, ids: readonly number[]): Day =>
  changed(day, ids, (entry) => ({ ...entry, done: { ...entry.done, [phase]: false } }))
