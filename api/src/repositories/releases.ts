import { type Release, releaseSchema, rolloutSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/** Where one remote's pointer stands, with the releases that it points at: live, canary, the one before. */
export interface VisibleRollout {
  name: string
  generation: number
  live: string | null
  previous: string | null
  canary: { version: string; percent: number } | null
  releases: Release[]
}

/** A canary that was served to a visitor. */
export interface ServedRow {
  name: string
  version: string
  visitor: string
  /** Where from: a keyed hash of the network address. */
  source: string
}

/** One load of one remote, as a browser told it with its ticket. */
export interface LoadRow {
  ticket: string
  visitor: string
  name: string
  version: string
  /** Of the rollout, when the ticket was made out. */
  generation: number
  outcome: 'ok' | 'failed'
  kind: string | null
  /** `user:<id>`, or `address:<hash>` where nobody is signed in. Only users can halt a canary. */
  reporter: string
  ms: number
}

export interface ReleasesRepository {
  /** Every remote's rollout, the shell's included. What cannot be read is left out and counted. */
  rollouts(): Promise<{ rollouts: VisibleRollout[]; unreadable: number }>
  /** Records an immutable release and makes it live. */
  publish(release: Release): Promise<void>
  recordServed(rows: ServedRow[]): Promise<void>
  /**
   * Records loads, and halts every canary of them that fails for at least `minFailing` users and at least `maxRate`
   * (0 to 1) of those who told how it loaded.
   * @returns the names whose canary was halted just now
   */
  recordLoads(rows: LoadRow[], limits: { minFailing: number; maxRate: number }): Promise<string[]>
  isDeveloper(userId: string): Promise<boolean>
}

const rolloutRow = rolloutSchema
  .pick({ name: true, generation: true, live: true, previous: true, canary: true })
  .extend({ releases: z.array(z.unknown()) })
/** Releases and rollouts of shell and remotes, as rows of the data service. */
export const createReleasesRepository = (data: DataService): ReleasesRepository => ({
  async rollouts() {
    let unreadable = 0
    const readable = <T>(schema: z.ZodType<T>, value: unknown): T[] => {
      const parsed = schema.safeParse(value)
      if (!parsed.success) unreadable += 1
      return parsed.success ? [parsed.data] : []
    }
    const found = await data.rpc('rollouts', {}, rowsOf('rollouts', z.unknown()))
    const rollouts = found
      .flatMap((row) => readable(rolloutRow, row))
      .map(({ releases, ...rollout }) => ({
        ...rollout,
        releases: releases.flatMap((release) => readable(releaseSchema, release)),
      }))
    return { rollouts, unreadable }
  },
  async publish(release) {
    await data.rpc('publish_release', { p_release: release }, z.unknown())
  },
  async recordServed(served) {
    await data.rpc('record_served', { p_rows: served }, z.unknown())
  },
  recordLoads: (loads, { minFailing, maxRate }) =>
    data.rpc(
      'record_loads',
      { p_rows: loads, p_min_failing: minFailing, p_max_rate: maxRate },
      rowsOf('record_loads', z.string()),
    ),
  isDeveloper: (userId) => data.rpc('is_developer', { p_user: userId }, z.boolean()),
})
