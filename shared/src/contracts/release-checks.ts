import * as z from 'zod'

/** What a release is checked for before it is published, by the command and again by the server. */
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

/** One thing that a check found. Only an `error` stops a release. */
export const findingSchema = z.object({
  check: checkIdSchema,
  level: z.enum(['error', 'warning', 'info']),
  /** One sentence for the person who builds the remote: what is wrong, and what mends it. */
  message: z.string(),
  file: z.string().optional(),
})
export type Finding = z.infer<typeof findingSchema>

export const checkReportSchema = z.object({
  ok: z.boolean(),
  /** Every check that ran, so that silence is not taken for a pass. */
  checked: z.array(checkIdSchema),
  findings: z.array(findingSchema),
  facts: z.object({
    contract: z.string(),
    hostContract: z.string().nullable(),
    files: z.int(),
    /** Bytes of all files, uncompressed. */
    bytes: z.int(),
    /** Bytes of all JavaScript in brotli, and what is allowed. */
    javascriptBytes: z.int(),
    budgetBytes: z.int(),
    shared: z.array(
      z.object({
        name: z.string(),
        range: z.string().nullable(),
        /** What the live shell brings; null where it brings none. */
        host: z.string().nullable(),
        /** Bytes of a copy that the remote carries although the host has one. */
        duplicateBytes: z.int(),
      }),
    ),
  }),
})
export type CheckReport = z.infer<typeof checkReportSchema>
