import * as z from 'zod'
import { releaseVersionSchema, remoteNameSchema } from './registry.ts'
import { MAX_ERROR_TEXT_CHARS } from './scrub-error-text.ts'

/**
 * What happened: an error that reached the window, a promise that nobody handled, an error that the page's own
 * boundary caught, or a remote that did not load or stopped while it rendered.
 */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'page', 'load', 'render'] as const

export const MAX_CLIENT_ERRORS = 10
export const MAX_ERROR_FRAMES = 12

/** A place in a bundle, `name/version/file.js:line:column`. */
const frame = z
  .string()
  .max(240)
  .regex(/^[\w.-]+\/[\w.-]+\/[\w./~-]+\.js:\d{1,7}:\d{1,7}$/)

export const clientErrorSchema = z.strictObject({
  kind: z.enum(CLIENT_ERROR_KINDS),
  /** Class of the error, such as `TypeError`. */
  name: z.string().regex(/^[A-Za-z]\w{0,60}$/),
  /** Without what a person may have typed: `scrubErrorText`. */
  message: z.string().max(MAX_ERROR_TEXT_CHARS),
  frames: z.array(frame).max(MAX_ERROR_FRAMES),
  /** Whose files it happened in, or which remote did not load; left out for the shell. */
  remote: z.strictObject({ name: remoteNameSchema, version: releaseVersionSchema }).optional(),
  /** How a load failed, as `POST /api/loads` has it. */
  failure: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .optional(),
  /** The screen, by the path that its remote declares; any other address is `/`. */
  route: z.string().regex(/^\/[a-z0-9/-]{0,60}$/),
  /** Of the call to the API that failed, where the error tells of one or one failed just before. */
  requestId: z
    .string()
    .regex(/^[\w.-]{8,64}$/)
    .optional(),
  /** How often it happened until it was sent. */
  count: z.int().min(1).max(10_000),
})
export type ClientError = z.infer<typeof clientErrorSchema>

/** `POST /api/client-errors`: what went wrong on a page, from nobody in particular. */
export const clientErrorsBody = z.strictObject({
  /** Release of the shell. */
  shell: releaseVersionSchema,
  errors: z.array(clientErrorSchema).min(1).max(MAX_CLIENT_ERRORS),
})
export type ClientErrorsBody = z.infer<typeof clientErrorsBody>
