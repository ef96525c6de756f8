import * as z from 'zod'

/** A recorded call from the remote to its host. */
export const logEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['api', 'data']),
    method: z.string(),
    path: z.string(),
    /** Null without a response: offline, or aborted by the remote. */
    status: z.int().nullable(),
    ms: z.int(),
  }),
  z.object({ kind: z.literal('navigate'), to: z.string(), replace: z.boolean() }),
  z.object({ kind: z.literal('overlay'), name: z.string() }),
  z.object({
    kind: z.literal('toast'),
    message: z.string(),
    tone: z.string(),
    action: z.string().nullable(),
  }),
  z.object({ kind: z.literal('profile') }),
  z.object({ kind: z.literal('closed') }),
  z.object({ kind: z.literal('error'), message: z.string() }),
])
export type LogEntry = z.infer<typeof logEntrySchema>

export type Report = (entry: LogEntry) => void
