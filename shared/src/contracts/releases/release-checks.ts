import * as z from 'zod'

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
