import * as z from '@propsight/shared/schema'
import { channelSchema, releaseVersionSchema, remoteNameSchema } from './registry.ts'
import { audienceSchema, configValueSchema, remoteDeclarationSchema } from './settings.ts'
import { configKeySchema } from './slots.ts'

/**
 * Checks of a release before it is published. The deploy command runs them first and the server repeats them.
 */
export const checkIdSchema = z.enum([
  'files',
  'integrity',
  'manifest',
  'contract',
  'placement',
  'shared',
  'css',
  'eval',
  'origins',
  'budget',
])
export type CheckId = z.infer<typeof checkIdSchema>

/** One result of a check. Only an `error` blocks the release. */
export const findingSchema = z.object({
  check: checkIdSchema,
  level: z.enum(['error', 'warning', 'info']),
  /** One sentence for the developer of the remote: the problem and its solution. */
  message: z.string(),
  file: z.string().optional(),
})
export type Finding = z.infer<typeof findingSchema>

export const checkReportSchema = z.object({
  ok: z.boolean(),
  /** All checks that ran, to distinguish a passed check from a skipped one. */
  checked: z.array(checkIdSchema),
  findings: z.array(findingSchema),
  facts: z.object({
    contract: z.string(),
    hostContract: z.string().nullable(),
    files: z.int(),
    /** Bytes of all files, uncompressed. */
    bytes: z.int(),
    /** Bytes of all JavaScript after brotli compression, and the allowed maximum. */
    javascriptBytes: z.int(),
    budgetBytes: z.int(),
    shared: z.array(
      z.object({
        name: z.string(),
        range: z.string().nullable(),
        /** Version that the live shell provides; null if none. */
        host: z.string().nullable(),
        /** Bytes of the remote's own copy of a package that the host also provides. */
        duplicateBytes: z.int(),
      }),
    ),
  }),
})
export type CheckReport = z.infer<typeof checkReportSchema>

const message = z.string().max(500).default('')
/** Generation that the client read before the change. The change fails if the rollout has changed since. */
const generation = z.int().nonnegative().optional()
const instant = z.string()

export const SHELL_RELEASE_NAME = 'shell'
/** Default percentage of visitors that get a canary. */
export const DEFAULT_CANARY_PERCENT = 10
export const MAX_RELEASE_BYTES = 20_000_000
export const MAX_RELEASE_FILES = 400

/** The percentage of a canary is a field of its own. */
const canaryAudienceSchema = audienceSchema.omit({ percent: true })
export type CanaryAudience = z.infer<typeof canaryAudienceSchema>

/**
 * Part `deploy` of `POST /api/remotes/{name}/releases` (multipart/form-data). Every file of the build is
 * another part whose field name is its path. The parts must match `files` exactly.
 */
export const deployBody = z.strictObject({
  version: releaseVersionSchema,
  /** Contents of `remote.json`; null for the shell. */
  declaration: remoteDeclarationSchema.nullable(),
  files: z
    .array(z.strictObject({ path: z.string(), size: z.int().nonnegative(), integrity: z.string() }))
    .min(1)
    .max(MAX_RELEASE_FILES),
  /** Files for the shell's first paint, which only the build can determine. */
  preload: z.array(z.string()).max(40).optional(),
  channel: channelSchema.default('stable'),
  percent: z.int().min(0).max(100).default(DEFAULT_CANARY_PERCENT),
  /** Further conditions on the visitors who get a canary. */
  audience: canaryAudienceSchema.default({}),
  message,
  /** Generation of the rollout on which the deploy is based. A changed rollout is not replaced. */
  generation: z.int().nonnegative().optional(),
  /** Run all checks and return the report without publishing. */
  dryRun: z.boolean().default(false),
})
export type DeployBody = z.infer<typeof deployBody>

/** Current rollout state of one remote. */
export const rolloutSchema = z.object({
  name: remoteNameSchema,
  generation: z.int(),
  live: releaseVersionSchema.nullable(),
  /** First fallback of browsers: the release that was live last and is not withdrawn. */
  previous: releaseVersionSchema.nullable(),
  canary: z
    .object({
      version: releaseVersionSchema,
      percent: z.int(),
      /** Absent in documents of older servers. */
      audience: canaryAudienceSchema.optional(),
      since: instant,
    })
    .nullable(),
  /** The last canary that was halted, manually or automatically; null while another canary runs. */
  halted: z.object({ version: releaseVersionSchema, at: instant, reason: z.string().nullable() }).nullable(),
  /** Set for a retired remote: its last live release, and where its paths lead. It has no live release. */
  retired: z
    .object({ version: releaseVersionSchema, at: instant, redirectTo: z.string().nullable() })
    .nullable()
    .default(null),
  updatedAt: instant,
})
export type Rollout = z.infer<typeof rolloutSchema>

/** A signed link that shows one release in the browser that opens it. */
export const previewLinkSchema = z.object({
  /** Path and query on the origin of the product. */
  path: z.string(),
  version: releaseVersionSchema,
  /** Version of the shell that the link shows together with the release; null for the visitor's own. */
  shell: releaseVersionSchema.nullable().default(null),
  /** Null: as long as the release is kept. */
  expiresAt: instant.nullable(),
})
export type PreviewLink = z.infer<typeof previewLinkSchema>

/** Shells in which a release can be shown: the live one, the one that a rollback leads to, and the canary. */
export const PREVIEW_SHELLS = ['live', 'previous', 'candidate'] as const
export type PreviewShell = (typeof PREVIEW_SHELLS)[number]

/**
 * `POST /api/remotes/{name}/previews`: creates a preview link. Not for a withdrawn or removed release. 409 if there is
 * no such shell.
 */
export const previewBody = z.strictObject({
  version: releaseVersionSchema,
  /** Days until the link ends; null for as long as the release is kept. */
  days: z.int().min(1).max(30).nullable().default(7),
  /** Values of the configuration that only this link shows. */
  config: z.record(configKeySchema, configValueSchema).optional(),
  /** The shell that the link also shows; not for a release of the shell. */
  shell: z.enum(PREVIEW_SHELLS).optional(),
})
/** `POST /api/remotes/{name}/previews/revoke`: revokes all links of a release. Answers 204. */
export const revokePreviewsBody = z.strictObject({ version: releaseVersionSchema })

/** 201 for a new release, 200 for an existing one, 422 with the report if a check fails. */
export const deployResponse = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  /** False if the same release was published before; only the rollout state has changed. */
  published: z.boolean(),
  /** Null on a dry run. */
  rollout: rolloutSchema.nullable(),
  /** Null on a dry run. */
  preview: previewLinkSchema.nullable().default(null),
  report: checkReportSchema,
})
export type DeployResponse = z.infer<typeof deployResponse>

/** `POST /api/remotes/{name}/promote` and `/halt`. */
export const rolloutChangeBody = z.strictObject({ message, generation })
/**
 * `POST /api/remotes/{name}/rollback`; the version defaults to `rollbackTo` of the releases. Without `force` a
 * release that failed in browsers is refused with 409.
 */
export const rollbackBody = z.strictObject({
  message,
  generation,
  version: releaseVersionSchema.optional(),
  force: z.boolean().default(false),
})
/** `POST /api/remotes/{name}/retire` */
export const retireBody = z.strictObject({
  message,
  generation,
  /** Path of the page that replaces the paths of the remote. */
  redirectTo: z
    .string()
    .regex(/^\/[a-z0-9/-]{0,80}$/, 'must be a path of small letters, digits and dashes, such as /picks')
    .nullable()
    .default(null),
})
/** Response of `promote`, `halt`, `rollback` and `retire`. */
export const rolloutResponse = z.object({ rollout: rolloutSchema })

/** `GET /api/rollouts`. */
export const rolloutsResponse = z.object({ rollouts: z.array(rolloutSchema) })

/**
 * What load reports say about a release: it failed for at least half of its reporters, it was withdrawn by a
 * decision, it loaded, or there are no reports.
 */
export const verdictSchema = z.enum(['failing', 'withdrawn', 'worked', 'untested'])
export type Verdict = z.infer<typeof verdictSchema>

const judgedRelease = z.object({ version: releaseVersionSchema, verdict: verdictSchema })

/**
 * Load statistics of one release, reported by browsers. Rates refer to reported loads; null without reports.
 */
export const loadStatisticsSchema = z.object({
  ok: z.int(),
  failed: z.int(),
  /** Number of distinct reporters: signed-in users, and network addresses of other visitors. */
  reporters: z.int(),
  /** Number of those that reported a failure. */
  failing: z.int(),
  failureRate: z.number().nullable(),
  /** Milliseconds from the request of the remote until its module is available. */
  p50Ms: z.int().nullable(),
  p95Ms: z.int().nullable(),
  /** Number of failures by kind. */
  kinds: z.record(z.string(), z.int()),
  /** The last failures, newest first, without user input. */
  failures: z
    .array(
      z.object({
        at: instant,
        kind: z.string(),
        phase: z.string().nullable(),
        detail: z.string().nullable(),
        trace: z.string().nullable(),
      }),
    )
    .default([]),
})

/** `GET /api/remotes/{name}/releases`, newest first. */
export const releasesResponse = z.object({
  name: remoteNameSchema,
  rollout: rolloutSchema,
  /**
   * Target of a rollback without a version, and the releases that were live after it and are skipped; null
   * without an earlier release.
   */
  rollbackTo: judgedRelease.extend({ skipped: z.array(judgedRelease) }).nullable(),
  releases: z.array(
    z.object({
      version: releaseVersionSchema,
      contract: z.string(),
      size: z.int(),
      state: z.enum(['live', 'canary', 'published', 'withdrawn', 'removed']),
      message: z.string(),
      publishedBy: z.string(),
      publishedAt: instant,
      liveSince: instant.nullable(),
      verdict: verdictSchema,
      /** Path and query that show the release for as long as it is kept, as with `days: null`; null for a removed one. */
      permanentPath: z.string().nullable().default(null),
      loads: loadStatisticsSchema,
    }),
  ),
  events: z.array(
    z.object({
      id: z.int(),
      version: releaseVersionSchema.nullable(),
      action: z.string(),
      actor: z.string(),
      message: z.string(),
      generation: z.int(),
      at: instant,
    }),
  ),
})
export type ReleasesResponse = z.infer<typeof releasesResponse>
