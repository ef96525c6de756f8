import * as z from '@propsight/shared/schema'
import { loadTraceSchema } from './releases/loads.ts'
import { releaseVersionSchema, remoteNameSchema } from './releases/registry.ts'
import { MAX_ERROR_TEXT_CHARS } from './scrub-error-text.ts'

/**
 * Source of the error: `error` an uncaught error, `rejection` an unhandled promise rejection, `page` an error
 * caught by the shell's error boundary, `load` a remote that failed to load, `render` a remote that failed
 * while rendering, blocked the page or showed nothing, `policy` a violation of the content policy.
 */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'page', 'load', 'render', 'policy'] as const

export const MAX_CLIENT_ERRORS = 10
export const MAX_ERROR_FRAMES = 12

/** A stack frame in a bundle: `name/version/file.js:line:column`. */
const frame = z
  .string()
  .max(240)
  .regex(/^[\w.-]+\/[\w.-]+\/[\w./~-]+\.js:\d{1,7}:\d{1,7}$/)

export const clientErrorSchema = z.strictObject({
  kind: z.enum(CLIENT_ERROR_KINDS),
  /** Class of the error, such as `TypeError`. */
  name: z.string().regex(/^[A-Za-z]\w{0,60}$/),
  /** Without text that the user may have typed: the result of `scrubErrorText`. */
  message: z.string().max(MAX_ERROR_TEXT_CHARS),
  frames: z.array(frame).max(MAX_ERROR_FRAMES),
  /** The remote whose files threw, or that did not load; absent for the shell. */
  remote: z.strictObject({ name: remoteNameSchema, version: releaseVersionSchema }).optional(),
  /** Kind of a load failure, as in `POST /api/loads`. */
  failure: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .optional(),
  /** The load of the remote, as in `POST /api/loads`. */
  trace: loadTraceSchema.optional(),
  /** Path of the screen as its remote declares it; `/` for any other address. */
  route: z.string().regex(/^\/[a-z0-9/-]{0,60}$/),
  /** Request id of the failed API call that the error carries, or that failed just before it. */
  requestId: z
    .string()
    .regex(/^[\w.-]{8,64}$/)
    .optional(),
  /** Number of occurrences since the previous report. */
  count: z.int().min(1).max(10_000),
})
export type ClientError = z.infer<typeof clientErrorSchema>

/** `POST /api/client-errors`: errors of a page, reported anonymously. */
export const clientErrorsBody = z.strictObject({
  /** Version of the shell. */
  shell: releaseVersionSchema,
  errors: z.array(clientErrorSchema).min(1).max(MAX_CLIENT_ERRORS),
})
export type ClientErrorsBody = z.infer<typeof clientErrorsBody>
