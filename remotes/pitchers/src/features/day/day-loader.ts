import { createWritableValue, type WritableValue } from '@propsight/shared/client'
import {
  type ApiClient,
  countSkipped,
  PITCHER_PHASES,
  type PitcherFacts,
  type PitcherPhase,
  type PitcherRecord,
  type ProbablePitcher,
  pitcherRecordSchema,
  type Readable,
  readAnswer,
} from '@propsight/shared/contracts'
import { unreadText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { backOffMs, incompleteRetryMs, pause } from '../../config/retry-delay.ts'
import {
  completeIds,
  type Day,
  markIncomplete,
  NOTHING_DONE,
  readDay,
  storeDay,
  withFacts,
  withPitchers,
} from '../../state/day.ts'
import { ServerRecordError, StreamCutError, toFailure } from '../../state/failure.ts'

/**
 * Time limit of a phase, ms. A phase that takes longer is treated as hung, and the next attempt continues
 * where it ended. The server's own upstream timeouts are much shorter; a normal phase takes seconds.
 */
const PHASE_TIMEOUT_MS = 90_000

export interface PhaseRequest {
  readonly date: string
  readonly phase: PitcherPhase
  /** Ids of pitchers that are already complete. */
  readonly skip: readonly number[]
}

export interface PhaseEvents {
  /** @param unread number of pitchers of the day that could not be read */
  start(pitchers: readonly ProbablePitcher[], unread: number): void
  facts(facts: PitcherFacts): void
  missing(id: number, reason: string): void
}

type End = Extract<PitcherRecord, { type: 'end' }>

const ofPitcher = z.object({ type: z.literal('pitcher'), id: z.int() })

/** Reports a record. A pitcher of whom something cannot be read is missing, and asked for again. @returns the end record */
function report(sent: unknown, events: PhaseEvents): End | null {
  let answer: ReturnType<typeof readAnswer<PitcherRecord>>
  try {
    answer = readAnswer(pitcherRecordSchema, sent)
  } catch {
    const { data } = ofPitcher.safeParse(sent)
    if (data) events.missing(data.id, 'could not be read')
    return null
  }
  const { value: record, skipped } = answer
  if (record.type === 'end') return record
  if (record.type === 'error') throw new ServerRecordError(record.message, record.requestId)
  const unread = countSkipped(skipped)
  if (record.type === 'start') events.start(record.pitchers, unread)
  else if (record.type === 'missing') events.missing(record.id, record.reason)
  else {
    events.facts(record)
    if (unread > 0) events.missing(record.id, unreadText(unread, 'start'))
  }
  return null
}

/**
 * Reads one phase as a stream and reports each record when it arrives.
 * @returns the server's end record
 * @throws ApiError; ServerRecordError for the server's error record; StreamCutError when the stream ends without an end
 *   record
 */
export async function readPhase(
  api: ApiClient,
  { date, phase, skip }: PhaseRequest,
  events: PhaseEvents,
  signal: AbortSignal,
): Promise<End> {
  const query = { date, phase, ...(skip.length > 0 ? { skip: skip.join(',') } : {}) }
  for await (const value of api.stream('/api/pitchers', { query, signal, timeoutMs: PHASE_TIMEOUT_MS })) {
    const end = report(value, events)
    if (end) return end
  }
  throw new StreamCutError()
}

/**
 * The pitchers of a day, read while the component is mounted.
 * @returns the day; `retry` requests missing data at once, `again` reads everything again
 */
export function useDay(api: ApiClient, source: string, date: string) {
  const loader = useMemo(() => new DayLoader(api, source, date), [api, source, date])
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry runs the same loader again
  useEffect(() => {
    const controller = new AbortController()
    void loader.run(controller.signal)
    return () => controller.abort()
  }, [loader, tries])
  const day = useSyncExternalStore(loader.day.subscribe, loader.day.get)
  const retry = () => setTries(tries + 1)
  const again = () => {
    loader.forget()
    retry()
  }
  return { day, retry, again }
}

/** Interval between renders, ms. One render per record would delay the following records. */
const SHOW_EVERY_MS = 60
const SECOND_MS = 1_000

const isComplete = ({ entries, missing, stale }: Day): boolean =>
  entries !== null &&
  missing.length === 0 &&
  !stale &&
  entries.every(({ done }) => PITCHER_PHASES.every((phase) => done[phase]))

/**
 * Loads a day's pitchers: reads the two phases (H6), skips pitchers that this browser has stored, stores received
 * records, and retries missing ones.
 */
export class DayLoader {
  readonly #api: ApiClient
  readonly #source: string
  readonly #date: string
  readonly #shown: WritableValue<Day>
  /** The current data; rendered at intervals. */
  #day: Day
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param source data source of the league (`live`, `sample` …), part of the storage key */
  constructor(api: ApiClient, source: string, date: string) {
    this.#api = api
    this.#source = source
    this.#date = date
    this.#day = readDay(source, date, Date.now())
    this.#shown = createWritableValue(this.#day)
  }

  get day(): Readable<Day> {
    return this.#shown
  }

  #show(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#shown.set(this.#day)
  }

  #set(change: Partial<Day>): void {
    this.#day = { ...this.#day, ...change }
    this.#timer ??= setTimeout(() => this.#show(), SHOW_EVERY_MS)
  }

  /** Reads one phase. @returns the read time of the numbers if the server marked them as stale, else null */
  async #load(phase: PitcherPhase, begun: string, signal: AbortSignal): Promise<string | null> {
    const skip = completeIds(this.#day, phase)
    if (this.#day.entries && skip.length === this.#day.entries.length) return null
    this.#set({ reading: phase, missing: this.#day.missing.filter((each) => each.phase !== phase) })
    const arrived: number[] = []
    const events: PhaseEvents = {
      start: (pitchers, unread) => {
        this.#set({ entries: withPitchers(this.#day, pitchers).entries, unread })
        // The list of pitchers is rendered at once, because it determines the height of the page.
        this.#show()
      },
      facts: (facts) => {
        arrived.push(facts.id)
        this.#set({ entries: withFacts(this.#day, facts).entries, readAt: this.#day.readAt ?? begun })
      },
      missing: (id, reason) => this.#set({ missing: [...this.#day.missing, { id, phase, reason }] }),
    }
    try {
      const end = await readPhase(this.#api, { date: this.#date, phase, skip }, events, signal)
      if (!end.stale) return null
      this.#set(markIncomplete(this.#day, phase, arrived))
      return end.readAt
    } finally {
      storeDay(this.#source, this.#day)
    }
  }

  /** One attempt at both phases. @returns whether the day is complete */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const begun = new Date().toISOString()
    const staleReadTimes: string[] = []
    for (const phase of PITCHER_PHASES) {
      const readAt = await this.#load(phase, begun, signal)
      if (readAt !== null) staleReadTimes.push(readAt)
    }
    const [oldest] = staleReadTimes.sort()
    // Stored numbers that were stale have been read again in this attempt, so they get its time.
    const readAt = oldest ?? (this.#day.stale ? begun : (this.#day.readAt ?? begun))
    this.#set({ reading: null, failure: null, stale: oldest !== undefined, readAt })
    storeDay(this.#source, this.#day)
    this.#show()
    return isComplete(this.#day)
  }

  /** Reads missing data and retries until it is complete. Ends with the signal. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0
    let incompleteAttempts = 0
    while (!signal.aborted) {
      let waitMs = 0
      try {
        if (await this.#attempt(signal)) return
        failures = 0
        incompleteAttempts += 1
        waitMs = incompleteRetryMs(incompleteAttempts)
      } catch (error) {
        if (signal.aborted) return
        const failure = toFailure(error)
        failures += 1
        waitMs = Math.max(backOffMs(failures), (failure.retryAfterSeconds ?? 0) * SECOND_MS)
        this.#set({ reading: null, failure })
        this.#show()
      }
      await pause(waitMs, signal).catch(() => {})
    }
  }

  /** Makes the next run read everything again. The known data stays visible until then. */
  forget(): void {
    const entries = this.#day.entries?.map((entry) => ({ ...entry, done: NOTHING_DONE })) ?? null
    this.#set({ entries, stale: true })
  }
}
