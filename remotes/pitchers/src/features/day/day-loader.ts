import { type ApiClient, PITCHER_PHASES, type PitcherPhase, type Readable } from '@propsight/shared/contracts'
import { backOffMs, lookAgainMs, pause } from '../../config/retry-delay.ts'
import { type Day, doneIn, NOTHING_DONE, notDone, withFacts, withPitchers } from '../../state/day.ts'
import { failureOf } from '../../state/failure.ts'
import { keepDay, readDay } from '../../state/kept-day.ts'
import { readPhase } from './read-phase.ts'

/** Interval between renders, ms. One render per record would delay the following records. */
const SHOW_EVERY_MS = 60
const SECOND_MS = 1_000

export interface DayLoader {
  readonly day: Readable<Day>
  /** Reads missing data and retries until it is complete. Ends with the signal. */
  run(signal: AbortSignal): Promise<void>
  /** Makes the next run read everything again. The known data stays visible until then. */
  forget(): void
}

const isComplete = ({ entries, missing, stale }: Day): boolean =>
  entries !== null &&
  missing.length === 0 &&
  !stale &&
  entries.every(({ done }) => PITCHER_PHASES.every((phase) => done[phase]))

/**
 * Creates the loader of a day's pitchers. It reads the two phases (H6), skips pitchers that this browser has
 * stored, stores received records, and retries missing ones.
 * @param source data source of the league (`live`, `sample` …), part of the storage key
 */
export function createDayLoader(api: ApiClient, source: string, date: string): DayLoader {
  let day = readDay(source, date, Date.now())
  let shown = day
  let timer: ReturnType<typeof setTimeout> | null = null
  const listeners = new Set<() => void>()

  const show = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    shown = day
    for (const listener of [...listeners]) listener()
  }
  const set = (change: Partial<Day>): void => {
    day = { ...day, ...change }
    timer ??= setTimeout(show, SHOW_EVERY_MS)
  }

  /** Reads one phase. @returns the read time of the numbers if the server marked them as stale, else null */
  async function load(phase: PitcherPhase, begun: string, signal: AbortSignal): Promise<string | null> {
    const skip = doneIn(day, phase)
    if (day.entries && skip.length === day.entries.length) return null
    set({ reading: phase, missing: day.missing.filter((each) => each.phase !== phase) })
    const arrived: number[] = []
    const events = {
      start(pitchers: Parameters<typeof withPitchers>[1]) {
        set({ entries: withPitchers(day, pitchers).entries })
        // The list of pitchers is rendered at once, because it determines the height of the page.
        show()
      },
      facts(facts: Parameters<typeof withFacts>[1]) {
        arrived.push(facts.id)
        set({ entries: withFacts(day, facts).entries, readAt: day.readAt ?? begun })
      },
      missing: (id: number, reason: string) => set({ missing: [...day.missing, { id, phase, reason }] }),
    }
    try {
      const end = await readPhase(api, { date, phase, skip }, events, signal)
      if (!end.stale) return null
      set(notDone(day, phase, arrived))
      return end.readAt
    } finally {
      keepDay(source, day)
    }
  }

  /** One attempt at both phases. @returns whether the day is complete */
  async function attempt(signal: AbortSignal): Promise<boolean> {
    const begun = new Date().toISOString()
    const old: string[] = []
    for (const phase of PITCHER_PHASES) {
      const readAt = await load(phase, begun, signal)
      if (readAt !== null) old.push(readAt)
    }
    const [oldest] = old.sort()
    // Stored numbers that were stale have been read again in this attempt, so they get its time.
    const readAt = oldest ?? (day.stale ? begun : (day.readAt ?? begun))
    set({ reading: null, failure: null, stale: oldest !== undefined, readAt })
    keepDay(source, day)
    show()
    return isComplete(day)
  }

  return {
    day: {
      get: () => shown,
      subscribe(onChange) {
        listeners.add(onChange)
        return () => listeners.delete(onChange)
      },
    },
    async run(signal) {
      let failures = 0
      let lacking = 0
      while (!signal.aborted) {
        let waitMs = 0
        try {
          if (await attempt(signal)) return
          failures = 0
          lacking += 1
          waitMs = lookAgainMs(lacking)
        } catch (error) {
          if (signal.aborted) return
          const failure = failureOf(error)
          failures += 1
          waitMs = Math.max(backOffMs(failures), (failure.retryAfterSeconds ?? 0) * SECOND_MS)
          set({ reading: null, failure })
          show()
        }
        await pause(waitMs, signal).catch(() => {})
      }
    },
    forget() {
      const entries = day.entries?.map((entry) => ({ ...entry, done: NOTHING_DONE })) ?? null
      set({ entries, stale: true })
    },
  }
}
