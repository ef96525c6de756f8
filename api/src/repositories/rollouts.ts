import {
  type Channel,
  type Release,
  type ReleasesAnswer,
  type Rollout,
  releaseSchema,
  releasesAnswer,
  rolloutSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/** Who changes a rollout and why, and on which generation of it that was decided. */
export interface RolloutChange {
  actor: string
  message: string
  generation?: number | undefined
}

export interface PublishOptions {
  channel: Channel
  percent: number
  actor: string
  message: string
  /** From `beginUpload`. */
  upload: string
  /** Id of the deploy token by which it comes; null for the admin key. */
  token: string | null
}

/** A remote's pointer with the releases that it points at. */
export interface RolloutWithReleases {
  rollout: Rollout
  releases: Release[]
}

export interface RolloutsRepository {
  /** Every remote that was ever released, and the shell. A release that cannot be read is left out. */
  all(): Promise<RolloutWithReleases[]>
  /** Newest first, at most `limit` releases and events. @throws DatabaseRefusal 404 */
  history(name: string, limit: number): Promise<ReleasesAnswer>
  /** Says that files are about to be stored; until `endUpload`, `publish` or so many seconds nobody removes them. */
  beginUpload(name: string, version: string, actor: string, seconds: number): Promise<Upload>
  endUpload(id: string): Promise<void>
  /** Versions whose files may lie in the store. */
  expectedBundles(name: string): Promise<string[]>
  /**
   * Records the release and moves the pointer, or does neither.
   * @throws DatabaseRefusal 400; 401 where the token is good no longer; 409
   */
  publish(release: Release, options: PublishOptions): Promise<Rollout>
  /** @throws DatabaseRefusal 404; 409 where there is no canary or somebody was faster */
  promote(name: string, change: RolloutChange): Promise<Rollout>
  /** @throws DatabaseRefusal 404; 409 where there is nothing to go back to or somebody was faster */
  rollBack(name: string, change: RolloutChange & { version?: string | undefined }): Promise<Rollout>
  /** @throws DatabaseRefusal 404; 409 where there is no canary or somebody was faster */
  halt(name: string, change: RolloutChange): Promise<Rollout>
  /** Marks releases whose files may go. @returns which */
  retire(keep: number, days: number): Promise<{ name: string; version: string }[]>
  /** Forgets what browsers told, and uploads that nobody finished. */
  forgetLoads(days: number): Promise<void>
  /** @throws DatabaseRefusal 404 where nobody has this address */
  setDeveloper(email: string, granted: boolean, actor: string): Promise<void>
}

const uploadSchema = z.object({ id: z.uuid(), published: z.boolean() })
/** `published`: this very version is there already, files and all. */
export type Upload = z.infer<typeof uploadSchema>

const withReleases = z
  .looseObject({ releases: z.array(z.unknown()) })
  .transform((row) => ({ rollout: rolloutSchema.parse(row), releases: row.releases }))
const retired = z.object({ name: z.string(), version: z.string() })

/** Rollouts through the database's functions, which alone move pointers. */
export const createRolloutsRepository = (data: DataService): RolloutsRepository => {
  const change = (name: string, { actor, message, generation }: RolloutChange) => ({
    p_name: name,
    p_generation: generation ?? null,
    p_actor: actor,
    p_message: message,
  })
  return {
    async all() {
      const rows = await data.rpc('rollouts', {}, rowsOf('rollouts', withReleases))
      return rows.map(({ rollout, releases }) => ({
        rollout,
        releases: releases.flatMap((release) => {
          const { success, data: readable } = releaseSchema.safeParse(release)
          return success ? [readable] : []
        }),
      }))
    },
    history: (name, limit) => data.rpc('release_history', { p_name: name, p_limit: limit }, releasesAnswer),
    beginUpload: (name, version, actor, seconds) =>
      data.rpc(
        'begin_upload',
        { p_name: name, p_version: version, p_actor: actor, p_seconds: seconds },
        uploadSchema,
      ),
    endUpload: async (id) => void (await data.rpc('end_upload', { p_id: id }, z.unknown())),
    expectedBundles: (name) =>
      data.rpc('expected_bundles', { p_name: name }, rowsOf('expected_bundles', z.string())),
    publish: (release, options) =>
      data.rpc('publish_release', { p_release: release, p_options: options }, rolloutSchema),
    promote: (name, given) => data.rpc('promote_canary', change(name, given), rolloutSchema),
    rollBack: (name, { version, ...given }) =>
      data.rpc('roll_back', { ...change(name, given), p_version: version ?? null }, rolloutSchema),
    halt: (name, { message, ...given }) => {
      const { p_message, ...rest } = change(name, { message, ...given })
      return data.rpc('halt_canary', { ...rest, p_reason: p_message, p_action: 'halt' }, rolloutSchema)
    },
    retire: (keep, days) =>
      data.rpc('retire_releases', { p_keep: keep, p_days: days }, rowsOf('retire_releases', retired)),
    forgetLoads: async (days) => void (await data.rpc('forget_loads', { p_days: days }, z.unknown())),
    setDeveloper: async (email, granted, actor) =>
      void (await data.rpc(
        'set_developer',
        { p_email: email, p_granted: granted, p_actor: actor },
        z.unknown(),
      )),
  }
}
