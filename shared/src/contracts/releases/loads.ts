import * as z from '@propsight/shared/schema'
import { releaseVersionSchema, remoteNameSchema } from './registry.ts'

/**
 * Kinds of load failures of a remote: `exception` means that its code threw while it was loaded, `render` is a
 * failure after loading.
 */
export const LOAD_FAILURES = [
  'registry',
  'contract',
  'manifest',
  'entry',
  'timeout',
  'integrity',
  'shape',
  'exception',
  'render',
] as const

/** The phase of a load in which it failed. */
export const LOAD_PHASES = ['registry', 'check', 'download', 'evaluate', 'render'] as const

/** Identifies one load of a remote on one page, in reports, error reports and logs. */
export const loadTraceSchema = z.string().regex(/^[0-9a-f]{32}$/)

/**
 * Maximum length of a ticket. It names every remote of a page: 200 remotes with the longest names and
 * versions.
 */
export const MAX_TICKET_CHARS = 44_000

/** Maximum length of the description of a failure. */
export const MAX_LOAD_DETAIL_CHARS = 500

const milliseconds = z.int().min(0).max(600_000)

/** What a visitor saw of a screen until the page was hidden. */
const vitalsSchema = z.strictObject({
  /** Largest contentful paint; only of the screen with which the page began. */
  lcpMs: milliseconds.optional(),
  /** The longest time from an interaction to the next paint; absent without interactions. */
  inpMs: milliseconds.optional(),
  /** Cumulative layout shift. */
  cls: z.number().min(0).max(100),
})
export type Vitals = z.infer<typeof vitalsSchema>

/**
 * `POST /api/loads`: load results of the remotes of one page. Counted only with the ticket issued with the
 * page.
 */
export const loadsBody = z.strictObject({
  ticket: z.string().min(1).max(MAX_TICKET_CHARS),
  /** Release of the shell. */
  shell: releaseVersionSchema.optional(),
  loads: z
    .array(
      z.strictObject({
        name: remoteNameSchema,
        version: releaseVersionSchema,
        outcome: z.enum(['ok', 'failed']),
        kind: z.enum(LOAD_FAILURES).optional(),
        phase: z.enum(LOAD_PHASES).optional(),
        trace: loadTraceSchema.optional(),
        /** Class, scrubbed text and first frame of the error that caused a failure. */
        detail: z.string().max(MAX_LOAD_DETAIL_CHARS).optional(),
        /** Milliseconds from the request until the module is available or the load fails. */
        ms: milliseconds,
        /** In a second report of the load, which otherwise has no effect. */
        vitals: vitalsSchema.optional(),
      }),
    )
    .min(1)
    .max(40),
})
export type LoadsBody = z.infer<typeof loadsBody>

/** A percentile of reported milliseconds; null without reports. */
const percentile = z.int().nullable()

/** `GET /api/remotes/{name}/telemetry`: what browsers reported, by release and shell. The newest is first. */
export const telemetryResponse = z.object({
  name: remoteNameSchema,
  days: z.int(),
  loads: z.array(
    z.object({
      version: releaseVersionSchema,
      /** Null in reports of older shells. */
      shell: releaseVersionSchema.nullable(),
      ok: z.int(),
      failed: z.int(),
      reporters: z.int(),
      p50Ms: percentile,
      p95Ms: percentile,
      /** Number of screens with web vitals, and their 75th percentiles. */
      screens: z.int(),
      lcpMs: percentile,
      inpMs: percentile,
      cls: z.number().nullable(),
      lastAt: z.string(),
    }),
  ),
  errors: z.array(
    z.object({
      version: releaseVersionSchema,
      shell: releaseVersionSchema,
      /** Equal for the same kind of error in other releases. */
      fingerprint: z.string(),
      kind: z.string(),
      error: z.string(),
      message: z.string(),
      /** The newest call first; places of the source where the release has source maps. */
      frames: z.array(z.string()),
      route: z.string(),
      trace: z.string().nullable(),
      count: z.int(),
      firstAt: z.string(),
      lastAt: z.string(),
    }),
  ),
})
export type TelemetryResponse = z.infer<typeof telemetryResponse>
/** Query of `GET /api/remotes/{name}/telemetry`: reports are kept for 30 days. */
export const telemetryQuery = z.object({ days: z.coerce.number().int().min(1).max(30).default(7) })

/** `PUT /api/remotes/{name}/webhook`: the address that receives events of the remote; null for none. */
export const webhookBody = z.strictObject({
  url: z
    .string()
    .regex(/^https:\/\//)
    .max(500)
    .nullable(),
})
/** `secret` signs the calls as Standard Webhooks do. Null after a removal. */
export const webhookSecretResponse = z.object({ secret: z.string().nullable() })
/** `GET /api/remotes/{name}/webhook`; null without one. */
export const webhookResponse = z.object({
  webhook: z
    .object({
      url: z.string(),
      sentAt: z.string().nullable(),
      lastError: z.string().nullable(),
      /** Whether an event was not sent yet. */
      isWaiting: z.boolean(),
    })
    .nullable(),
})
export type WebhookResponse = z.infer<typeof webhookResponse>

/** `PUT /api/override`: loads a remote from a developer's dev server, in this browser and session only. */
export const overrideBody = z.strictObject({
  name: remoteNameSchema,
  /** Origin of a dev server on this machine. */
  url: z
    .string()
    .regex(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/?$/, 'must be a loopback origin with a port')
    // Refuses ports above 65535, which match the pattern.
    .refine((url) => URL.canParse(url), 'must be a loopback origin with a port'),
})
export type OverrideBody = z.infer<typeof overrideBody>
