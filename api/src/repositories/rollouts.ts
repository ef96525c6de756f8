import {
  type Channel,
  type Release,
  type ReleasesResponse,
  type Rollout,
  releaseSchema,
  releasesResponse,
  rolloutSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/**
 * Actor and reason of a rollout change, and the generation of the rollout on which the decision was based.
 */
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
  /** Id of the deploy token in use; null for the admin key. */
  token: string | null
}

/** The rollout of a remote with the releases that it refers to. */
export interface RolloutWithReleases {
  rollout: Rollout
  releases: Release[]
}

export interface RolloutsRepository {
  /** The rollouts of all remotes with a release, and of the shell. Unreadable releases are skipped. */
  all(): Promise<RolloutWithReleases[]>
  /** At most `limit` releases and events, newest first. @throws DatabaseRefusal 404 */
  history(name: string, limit: number): Promise<ReleasesResponse>
  /**
   * Protects the files of an upload from removal until `endUpload`, `publish`, or the given number of
   * seconds.
   */
  beginUpload(name: string, version: string, actor: string, seconds: number): Promise<Upload>
  endUpload(id: string): Promise<void>
  /** Versions whose files may be in the store. */
  expectedBundles(name: string): Promise<string[]>
  /**
   * Records the release and changes the rollout, both or neither.
   * @throws DatabaseRefusal 400; 401 when the token is no longer valid; 409
   */
  publish(release: Release, options: PublishOptions): Promise<Rollout>
  /**
   * Makes the canary live.
   * @throws DatabaseRefusal 404; 409 without a canary, or when the generation has changed
   */
  promote(name: string, change: RolloutChange): Promise<Rollout>
  /**
   * Returns to the previous release, or to the given version.
   * @throws DatabaseRefusal 404; 409 without such a release, or when the generation has changed
   */
  rollBack(name: string, change: RolloutChange & { version?: string | undefined }): Promise<Rollout>
  /**
   * Ends the canary.
   * @throws DatabaseRefusal 404; 409 without a canary, or when the generation has changed
   */
  halt(name: string, change: RolloutChange): Promise<Rollout>
  /** Marks releases whose files may be deleted. @returns the marked releases */
  retire(keep: number, days: number): Promise<{ name: string; version: string }[]>
  /** Deletes load reports older than `days` days, and uploads that expired a day ago. */
  forgetLoads(days: number): Promise<void>
  /** Grants or revokes the developer role. @throws DatabaseRefusal 404 when no account has this e-mail */
  setDeveloper(email: string, granted: boolean, actor: string): Promise<void>
}

const uploadSchema = z.object({ id: z.uuid(), published: z.boolean() })
/** `published`: whether this version is already published with its files. */
export type Upload = z.infer<typeof uploadSchema>

const withReleases = z
  .looseObject({ releases: z.array(z.unknown()) })
  .transform((row) => ({ rollout: rolloutSchema.parse(row), releases: row.releases }))
const retired = z.object({ name: z.string(), version: z.string() })

/** Rollouts, through database functions. Only these functions change a rollout. */
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
    history: (name, limit) => data.rpc('release_history', { p_name: name, p_limit: limit }, releasesResponse),
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
