import {
  type CanaryAudience,
  type Channel,
  type ConfigRow,
  configRowSchema,
  type Release,
  type ReleasesResponse,
  type Rollout,
  releaseSchema,
  releasesResponse,
  rolloutSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing, rowsOf } from './data-service.ts'
import type { FailureLimits, LoadRow, ServedRow } from './remotes.ts'

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
  audience: CanaryAudience
  actor: string
  message: string
  /** From `beginUpload`. */
  upload: string
  /** Id of the deploy token in use; null for the admin key. */
  token: string | null
  /** Whether a release that no browser has loaded becomes a canary, also on the stable channel. */
  needsProof: boolean
  /** Generation of the rollout on which the deploy is based; without it any rollout is replaced. */
  generation?: number | undefined
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
   * Locks a version in the bundle store for an upload, until `endUpload`, `publish`, or the given number of seconds.
   * Uploads of the same content share the lock.
   * @returns null while other work runs on the version
   */
  beginUpload(upload: {
    name: string
    version: string
    actor: string
    seconds: number
    content: string
  }): Promise<Upload | null>
  /**
   * Locks a version in the bundle store for its removal, until `endUpload` or the given number of seconds.
   * @returns the id of the lock; null for a version that is published, or being uploaded or removed
   */
  beginRemoval(name: string, version: string, seconds: number): Promise<string | null>
  /** Releases the lock of an upload or a removal. */
  endUpload(id: string): Promise<void>
  /** Versions whose files must not be removed. */
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
   * Returns to the newest release that worked, or to the given version.
   * @throws DatabaseRefusal 404; 409 without such a release, for a failing one without `force`, or when the
   * generation has changed
   */
  rollBack(
    name: string,
    change: RolloutChange & { version?: string | undefined; force: boolean },
  ): Promise<Rollout>
  /**
   * Ends the canary.
   * @throws DatabaseRefusal 404; 409 without a canary, or when the generation has changed
   */
  halt(name: string, change: RolloutChange): Promise<Rollout>
  /**
   * Removes a remote from the registry.
   * @throws DatabaseRefusal 400 for the shell or a redirect to the remote itself; 404; 409 without a live release, or
   * when the generation has changed
   */
  retire(name: string, change: RolloutChange & { redirectTo: string | null }): Promise<Rollout>
  /** Marks releases whose files may be deleted. @returns the marked releases */
  markRemovable(keep: number, days: number): Promise<{ name: string; version: string }[]>
  /** Revokes all preview links of a release. @throws DatabaseRefusal 404 */
  revokePreviews(name: string, version: string, actor: string): Promise<void>
  /** Deletes load reports older than `days` days, and uploads that expired a day ago. */
  purgeLoads(days: number): Promise<void>
  /** Records in the history of the remote and in the audit log that a release is not served, at most once a day. */
  logQuarantine(name: string, version: string, message: string): Promise<void>
  /** Grants or revokes the developer role. @throws DatabaseRefusal 404 when no account has this e-mail */
  setDeveloper(email: string, granted: boolean, actor: string): Promise<void>
}

const uploadSchema = z.object({ id: z.uuid(), published: z.boolean() })
/** `published`: whether this version is already published with its files. */
export type Upload = z.infer<typeof uploadSchema>

const withReleases = z
  .looseObject({ releases: z.array(z.unknown()) })
  .transform((row) => ({ rollout: rolloutSchema.parse(row), releases: row.releases }))
const removable = z.object({ name: z.string(), version: z.string() })

const changeParameters = (name: string, { actor, message, generation }: RolloutChange) => ({
  p_name: name,
  p_generation: generation ?? null,
  p_actor: actor,
  p_message: message,
})

/** Rollouts, through database functions. Only these functions change a rollout. */
export const createRolloutsRepository = (data: DataService): RolloutsRepository => ({
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
  beginUpload: ({ name, version, actor, seconds, content }) =>
    data.rpc(
      'begin_upload',
      { p_name: name, p_version: version, p_actor: actor, p_seconds: seconds, p_content: content },
      uploadSchema.nullable(),
    ),
  beginRemoval: (name, version, seconds) =>
    data.rpc('begin_removal', { p_name: name, p_version: version, p_seconds: seconds }, z.uuid().nullable()),
  endUpload: (id) => data.rpc('end_upload', { p_id: id }, nothing),
  expectedBundles: (name) =>
    data.rpc('expected_bundles', { p_name: name }, rowsOf('expected_bundles', z.string())),
  publish: (release, options) =>
    data.rpc('publish_release', { p_release: release, p_options: options }, rolloutSchema),
  promote: (name, change) => data.rpc('promote_canary', changeParameters(name, change), rolloutSchema),
  rollBack: (name, { version, force, ...change }) =>
    data.rpc(
      'roll_back',
      { ...changeParameters(name, change), p_version: version ?? null, p_force: force },
      rolloutSchema,
    ),
  halt: (name, change) => {
    const { p_message, ...rest } = changeParameters(name, change)
    return data.rpc('halt_canary', { ...rest, p_reason: p_message, p_action: 'halt' }, rolloutSchema)
  },
  retire: (name, { redirectTo, ...change }) =>
    data.rpc(
      'retire_remote',
      { ...changeParameters(name, change), p_redirect_to: redirectTo },
      rolloutSchema,
    ),
  markRemovable: (keep, days) =>
    data.rpc('retire_releases', { p_keep: keep, p_days: days }, rowsOf('retire_releases', removable)),
  revokePreviews: (name, version, actor) =>
    data.rpc('revoke_previews', { p_name: name, p_version: version, p_actor: actor }, nothing),
  logQuarantine: (name, version, message) =>
    data.rpc('log_quarantine', { p_name: name, p_version: version, p_message: message }, nothing),
  purgeLoads: (days) => data.rpc('forget_loads', { p_days: days }, nothing),
  setDeveloper: (email, granted, actor) =>
    data.rpc('set_developer', { p_email: email, p_granted: granted, p_actor: actor }, nothing),
})

/** The rollout of one remote, with the releases that it refers to: live, canary and previous. */
export interface VisibleRollout {
  name: string
  generation: number
  live: string | null
  previous: string | null
  canary: { version: string; percent: number; audience?: CanaryAudience | undefined } | null
  /** The values that are set. */
  config: ConfigRow[]
  retired: { version: string; redirectTo: string | null } | null
  releases: Release[]
}

export interface PreviewableRelease {
  release: Release
  revokedAt: number | null
  isWithdrawn: boolean
}

export interface ReleasesRepository {
  /** The rollouts of all remotes and of the shell. Unreadable rows are skipped and counted. */
  rollouts(): Promise<{ rollouts: VisibleRollout[]; unreadable: number }>
  /** Records a release, which is immutable, and makes it live. */
  publish(release: Release): Promise<void>
  /**
   * At most `limit` releases that a browser may fall back to, last live first; unreadable rows are skipped.
   * Null if the remote has no live release.
   */
  fallbacks(name: string, limit: number): Promise<{ generation: number; releases: Release[] } | null>
  /**
   * A release that a preview link may show, and when its links were revoked last. Null if it is unknown, removed or
   * unreadable, or withdrawn before it was live. A withdrawn one is shown at its permanent address only.
   */
  preview(name: string, version: string): Promise<PreviewableRelease | null>
  recordServed(rows: ServedRow[]): Promise<void>
  /**
   * Records loads. Halts each canary among them that fails for at least `minFailing` users, and for at least
   * the share `maxRate` (0 to 1) of the reporting users. With `rollBack`, a live release that fails like that
   * within an hour is rolled back.
   * @returns names of the remotes whose release this call halted or rolled back
   */
  recordLoads(rows: LoadRow[], limits: FailureLimits): Promise<string[]>
  isDeveloper(userId: string): Promise<boolean>
}

const rolloutRow = rolloutSchema
  .pick({ name: true, generation: true, live: true, previous: true, canary: true, retired: true })
  .extend({ releases: z.array(z.unknown()), config: z.array(z.unknown()) })
const previewRow = z
  .object({ release: z.unknown(), revokedAt: z.string().nullable(), isWithdrawn: z.boolean() })
  .nullable()
const fallbackRows = z.object({ generation: z.int(), releases: z.array(z.unknown()) }).nullable()

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
      .map(({ releases, config, ...rollout }) => ({
        ...rollout,
        config: config.flatMap((value) => readable(configRowSchema, value)),
        releases: releases.flatMap((release) => readable(releaseSchema, release)),
      }))
    return { rollouts, unreadable }
  },
  publish: (release) => data.rpc('publish_release', { p_release: release }, nothing),
  recordServed: (served) => data.rpc('record_served', { p_rows: served }, nothing),
  async fallbacks(name, limit) {
    const found = await data.rpc('fallback_releases', { p_name: name, p_limit: limit }, fallbackRows)
    if (!found) return null
    const releases = found.releases.flatMap((row) => releaseSchema.safeParse(row).data ?? [])
    return { generation: found.generation, releases }
  },
  async preview(name, version) {
    const found = await data.rpc('preview_release', { p_name: name, p_version: version }, previewRow)
    const release = releaseSchema.safeParse(found?.release).data
    if (!found || !release) return null
    const { revokedAt, isWithdrawn } = found
    return { release, isWithdrawn, revokedAt: revokedAt === null ? null : Date.parse(revokedAt) }
  },
  recordLoads: (loads, { minFailing, maxRate, rollBack }) =>
    data.rpc(
      'record_loads',
      { p_rows: loads, p_min_failing: minFailing, p_max_rate: maxRate, p_roll_back: rollBack },
      rowsOf('record_loads', z.string()),
    ),
  isDeveloper: (userId) => data.rpc('is_developer', { p_user: userId }, z.boolean()),
})
