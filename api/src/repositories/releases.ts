import { type Release, releaseSchema, rolloutSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/** The rollout of one remote, with the releases that it refers to: live, canary and previous. */
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
  /** Keyed hash of the network address. */
  source: string
}

/** One load of one remote, as reported by a browser with its load ticket. */
export interface LoadRow {
  ticket: string
  visitor: string
  name: string
  version: string
  /** Generation of the rollout when the ticket was issued. */
  generation: number
  outcome: 'ok' | 'failed'
  kind: string | null
  /** `user:<id>`, or `address:<hash>` for reports without sign-in. Only users can halt a canary. */
  reporter: string
  ms: number
}

export interface ReleasesRepository {
  /** The rollouts of all remotes and of the shell. Unreadable rows are skipped and counted. */
  rollouts(): Promise<{ rollouts: VisibleRollout[]; unreadable: number }>
  /** Records a release, which is immutable, and makes it live. */
  publish(release: Release): Promise<void>
  recordServed(rows: ServedRow[]): Promise<void>
  /**
   * Records loads. Halts each canary among them that fails for at least `minFailing` users, and for at least
   * the share `maxRate` (0 to 1) of the reporting users.
   * @returns names of the remotes whose canary this call halted
   */
  recordLoads(rows: LoadRow[], limits: { minFailing: number; maxRate: number }): Promise<string[]>
  isDeveloper(userId: string): Promise<boolean>
}

const rolloutRow = rolloutSchema
  .pick({ name: true, generation: true, live: true, previous: true, canary: true })
  .extend({ releases: z.array(z.unknown()) })
/** Releases and rollouts of shell and remotes, through database functions. */
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
