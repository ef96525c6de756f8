import * as z from 'zod'
import { channelSchema, releaseVersionSchema, remoteDeclarationSchema, remoteNameSchema } from './registry.ts'
import { checkReportSchema } from './release-checks.ts'

const message = z.string().max(500).default('')
/** The generation that a decision was made on: with it a change fails where somebody else was faster. */
const generation = z.int().nonnegative().optional()
const instant = z.string()

export const SHELL_RELEASE_NAME = 'shell'
/** Share of visitors that a canary gets when nobody says how many. */
export const DEFAULT_CANARY_PERCENT = 10
export const MAX_RELEASE_BYTES = 20_000_000
export const MAX_RELEASE_FILES = 400

/**
 * The part `deploy` of `POST /api/remotes/{name}/releases` (multipart/form-data). Every file of the built folder is
 * another part, its field name the path: what is named here and what is sent must be the same.
 */
export const deployBody = z.strictObject({
  version: releaseVersionSchema,
  /** remote.json; null for the shell. */
  declaration: remoteDeclarationSchema.nullable(),
  files: z
    .array(z.strictObject({ path: z.string(), size: z.int().nonnegative(), integrity: z.string() }))
    .min(1)
    .max(MAX_RELEASE_FILES),
  /** The shell's first-paint files, which only its build knows. */
  preload: z.array(z.string()).max(40).optional(),
  channel: channelSchema.default('stable'),
  percent: z.int().min(0).max(100).default(DEFAULT_CANARY_PERCENT),
  message,
  /** Run every check and answer the report, publish nothing. */
  dryRun: z.boolean().default(false),
})
export type DeployBody = z.infer<typeof deployBody>

/** Where the pointer of one remote stands. */
export const rolloutSchema = z.object({
  name: remoteNameSchema,
  generation: z.int(),
  live: releaseVersionSchema.nullable(),
  /** What `rollback` goes to, and browsers fall back to. */
  previous: releaseVersionSchema.nullable(),
  canary: z.object({ version: releaseVersionSchema, percent: z.int(), since: instant }).nullable(),
  /** The canary that was halted last, by somebody or by itself; null once another one runs. */
  halted: z.object({ version: releaseVersionSchema, at: instant, reason: z.string().nullable() }).nullable(),
  updatedAt: instant,
})
export type Rollout = z.infer<typeof rolloutSchema>

/** 201 where the release is new, 200 where it was there already; 422 with the report where a check fails. */
export const deployAnswer = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  /** False where the same release was published before: then only the pointer moved. */
  published: z.boolean(),
  /** Null on a dry run. */
  rollout: rolloutSchema.nullable(),
  report: checkReportSchema,
})
export type DeployAnswer = z.infer<typeof deployAnswer>

/** `POST /api/remotes/{name}/promote` and `/halt`. */
export const rolloutChangeBody = z.strictObject({ message, generation })
/** `POST /api/remotes/{name}/rollback`; without a version to the one before. */
export const rollbackBody = z.strictObject({ message, generation, version: releaseVersionSchema.optional() })
/** The answer of all three. */
export const rolloutAnswer = z.object({ rollout: rolloutSchema })

/** `GET /api/rollouts`. */
export const rolloutsAnswer = z.object({ rollouts: z.array(rolloutSchema) })

/** What browsers told about one release. Rates are over reported loads, null without any. */
export const loadFiguresSchema = z.object({
  ok: z.int(),
  failed: z.int(),
  /** Distinct reporters among the failures. */
  failing: z.int(),
  failureRate: z.number().nullable(),
  /** Milliseconds from asking for the remote to its module being there. */
  p50Ms: z.int().nullable(),
  p95Ms: z.int().nullable(),
  /** Failures by kind. */
  kinds: z.record(z.string(), z.int()),
})

/** `GET /api/remotes/{name}/releases`, newest first. */
export const releasesAnswer = z.object({
  name: remoteNameSchema,
  rollout: rolloutSchema,
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
      loads: loadFiguresSchema,
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
export type ReleasesAnswer = z.infer<typeof releasesAnswer>

/** `POST /api/remotes/{name}/tokens`. The token itself is in this one answer and nowhere else. */
export const createTokenBody = z.strictObject({
  label: z.string().trim().min(1).max(80),
  days: z.int().min(1).max(365).default(90),
})
export const createTokenAnswer = z.object({
  id: z.uuid(),
  name: remoteNameSchema,
  label: z.string(),
  expiresAt: instant,
  token: z.string(),
})

/** `GET /api/remotes/{name}/tokens`; `DELETE /api/remotes/{name}/tokens/{id}` answers 204. */
export const tokensAnswer = z.object({
  tokens: z.array(
    z.object({
      id: z.uuid(),
      label: z.string(),
      createdAt: instant,
      expiresAt: instant,
      revokedAt: instant.nullable(),
      lastUsedAt: instant.nullable(),
      uses: z.int(),
      refused: z.int(),
    }),
  ),
})

/** `PUT` and `DELETE /api/developers`: who may run a remote of their own machine in the shell. */
export const developerBody = z.strictObject({ email: z.email() })
