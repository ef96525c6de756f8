import type { GameLogsBody, GenerateParlayBody, Pick } from '@propsight/shared/contracts'
import type { Visit } from '../visit-mix.ts'

export interface LoadUser {
  readonly id: string
  readonly token: string
}

/**
 * Data that visits send, read from the product beforehand, so that generators parse little during the
 * measurement.
 */
export interface VisitData {
  readonly url: string
  readonly publishableKey: string
  readonly users: readonly LoadUser[]
  readonly boards: readonly { category: string; players: GameLogsBody['players'] }[]
  readonly picks: readonly Pick[]
  readonly parlayPicks: GenerateParlayBody['myPicks']
  readonly clubs: readonly string[]
  /** Refresh tokens of sessions that only this generator renews, one after the other. */
  readonly refreshTokens: readonly string[]
}

/**
 * Open load (arrivals at a rate) or closed load (a number of visitors, each starting a visit after the
 * previous one).
 */
export type Pace = { kind: 'open'; perSecond: number } | { kind: 'closed'; visitors: number }

export interface Order {
  readonly pace: Pace
  readonly seconds: number
  readonly seed: number
  /** Only visits of this kind; default: all kinds of the mix. */
  readonly only?: Visit
}

export type ToGenerator = { type: 'visit-data'; visitData: VisitData } | { type: 'order'; order: Order }
export type FromGenerator = { type: 'ready' } | { type: 'result'; result: StepResult }

/** A write request and its outcome, which is compared with the database afterwards. */
export interface Written {
  readonly kind: 'board' | 'save' | 'parlay'
  readonly user: string
  /** The pick id of a save, otherwise the idempotency key. */
  readonly key: string
  /** `refused`: by a 429 or 503. `unknown`: without a complete answer, so that both outcomes are correct. */
  readonly outcome: 'done' | 'refused' | 'unknown'
  /** Status and route of the refusal, for example '503 of lines'. */
  readonly refusal?: string
}

export interface StepResult {
  readonly arrivals: number
  /** Visits of which every answer was complete. */
  readonly good: number
  /** Visits ended by a 429 or 503. */
  readonly refused: number
  /** Number of visits ended by other failures, by failure. */
  readonly errors: Record<string, number>
  /**
   * Latencies of successful answers in ms, by route. The first of a visit is measured from its scheduled
   * start.
   */
  readonly routes: Record<string, readonly number[]>
  /** Durations of complete visits in ms, by kind, from their scheduled start. */
  readonly visits: Record<string, readonly number[]>
  /** Latencies of refusals in ms. */
  readonly refusals: readonly number[]
  /** Number of refusals without Retry-After. */
  readonly withoutRetryAfter: number
  /** Delays between the scheduled and the actual start of visits in ms, caused by the generator. */
  readonly late: readonly number[]
  readonly bytes: Record<string, number>
  readonly written: readonly Written[]
  readonly cpuSeconds: number
  readonly peakInFlight: number
  /** Seconds from the first arrival to the last answer. */
  readonly seconds: number
}
