import {
  type ApiClient,
  type PitcherFacts,
  type PitcherPhase,
  type PitcherRecord,
  type ProbablePitcher,
  pitcherRecordSchema,
} from '@propsight/shared/contracts'
import { read } from '../../config/read.ts'
import { CutError, ToldError } from '../../state/failure.ts'

/**
 * Time limit of a phase, ms. A phase that takes longer is treated as hung, and the next attempt continues
 * where it ended. The server's own upstream timeouts are much shorter; a normal phase takes seconds.
 */
const PHASE_TIMEOUT_MS = 90_000

export interface PhaseQuestion {
  readonly date: string
  readonly phase: PitcherPhase
  /** Ids of pitchers that are already complete. */
  readonly skip: readonly number[]
}

export interface PhaseEvents {
  start(pitchers: readonly ProbablePitcher[]): void
  facts(facts: PitcherFacts): void
  missing(id: number, reason: string): void
}

type End = Extract<PitcherRecord, { type: 'end' }>

/**
 * Reads one phase as a stream and reports each record when it arrives.
 * @returns the server's end record
 * @throws ApiError; ToldError for the server's error record; CutError when the stream ends without an end
 *   record
 */
export async function readPhase(
  api: ApiClient,
  { date, phase, skip }: PhaseQuestion,
  events: PhaseEvents,
  signal: AbortSignal,
): Promise<End> {
  const query = { date, phase, ...(skip.length > 0 ? { skip: skip.join(',') } : {}) }
  for await (const value of api.stream('/api/pitchers', { query, signal, timeoutMs: PHASE_TIMEOUT_MS })) {
    const record = read(pitcherRecordSchema, value)
    if (record.type === 'start') events.start(record.pitchers)
    else if (record.type === 'pitcher') events.facts(record)
    else if (record.type === 'missing') events.missing(record.id, record.reason)
    else if (record.type === 'error') throw new ToldError(record.message, record.requestId)
    else return record
  }
  throw new CutError()
}
