import * as z from 'zod'
import { releaseVersionSchema, remoteNameSchema } from './registry.ts'

/** How a load of a remote can fail; `render` after it had loaded. */
export const LOAD_FAILURES = [
  'registry',
  'contract',
  'manifest',
  'entry',
  'timeout',
  'integrity',
  'shape',
  'render',
] as const

/** A ticket names every remote of a page: room for two hundred with the longest names and versions. */
export const MAX_TICKET_CHARS = 44_000

/** `POST /api/loads`: how the remotes of one page loaded. Counts only with the ticket that the page came with. */
export const loadsBody = z.strictObject({
  ticket: z.string().min(1).max(MAX_TICKET_CHARS),
  loads: z
    .array(
      z.strictObject({
        name: remoteNameSchema,
        version: releaseVersionSchema,
        outcome: z.enum(['ok', 'failed']),
        kind: z.enum(LOAD_FAILURES).optional(),
        /** Milliseconds from asking to the module being there, or to the failure. */
        ms: z.int().min(0).max(600_000),
      }),
    )
    .min(1)
    .max(40),
})
export type LoadsBody = z.infer<typeof loadsBody>

/** `PUT /api/override`: shows a developer's own dev server in place of a remote, in this browser, for this session. */
export const overrideBody = z.strictObject({
  name: remoteNameSchema,
  /** Origin of a dev server on this machine. */
  url: z
    .string()
    .regex(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/?$/, 'must be a loopback origin with a port')
    // Ports end at 65535, which the pattern does not know.
    .refine((url) => URL.canParse(url), 'must be a loopback origin with a port'),
})
export type OverrideBody = z.infer<typeof overrideBody>
