import type { GameLogsBody, GenerateParlayBody, Pick } from '@propsight/shared/contracts'
import type { Visit } from '../mix.ts'

export interface LoadUser {
  readonly id: string
  readonly token: string
}

/** What visits send: read off the product beforehand, so that the generator parses nothing while it measures. */
export interface Kit {
  readonly url: string
  readonly publishableKey: string
  readonly users: readonly LoadUser[]
  readonly boards: readonly { category: string; players: GameLogsBody['players'] }[]
  readonly picks: readonly Pick[]
  readonly parlayPicks: GenerateParlayBody['myPicks']
  readonly clubs: readonly string[]
  /** Of sessions that this generator alone renews, one after the other. */
  readonly refreshTokens: readonly string[]
}

/** Arrivals by an absolute schedule, or so many visitors who each come again when they are done. */
export type Pace = { kind: 'open'; perSecond: number } | { kind: 'closed'; visitors: number }

export interface Order {
  readonly pace: Pace
  readonly seconds: number
  readonly seed: number
  /** Visits of this kind only; the whole mix without it. */
  readonly only?: Visit
}

export type ToGenerator = { type: 'kit'; kit: Kit } | { type: 'order'; order: Order }
export type FromGenerator = { type: 'ready' } | { type: 'result'; result: StepResult }

/** A write that was answered with a yes, or refused with a 429 or 503: each is looked for afterwards. */
export interface Written {
  readonly kind: 'board' | 'save' | 'parlay'
  readonly user: string
  /** Of a save the pick's id, otherwise the idempotency key. */
  readonly key: string
  /** `unknown`: the answer never came, or was cut; both outcomes are right. */
  readonly fate: 'done' | 'refused' | 'unknown'
  /** What refused it: '503 of lines'. */
  readonly by?: string
}

export interface StepResult {
  readonly arrivals: number
  /** Visits that were answered whole. */
  readonly good: number
  /** Visits that a 429 or 503 ended. */
  readonly refused: number
  /** Visits that ended otherwise, by what happened. */
  readonly errors: Record<string, number>
  /** Milliseconds per route, of good answers, the first one of a visit from its intended start. */
  readonly routes: Record<string, readonly number[]>
  /** Milliseconds per visit, of those that were answered whole, from its intended start. */
  readonly visits: Record<string, readonly number[]>
  /** Milliseconds of refusals. */
  readonly refusals: readonly number[]
  /** Refusals that did not say when to come back. */
  readonly rude: number
  /** How late this generator was with its arrivals, in milliseconds. */
  readonly late: readonly number[]
  readonly bytes: Record<string, number>
  readonly written: readonly Written[]
  readonly cpuSeconds: number
  readonly peakInFlight: number
  /** From the first arrival to the last answer. */
  readonly seconds: number
}
