import * as z from 'zod'

/** Response body of the statuses 400, 404 and 500. */
export const statsErrorSchema = z.object({
  message: z.string(),
  messageNumber: z.int(),
  traceId: z.string().nullable().optional(),
})
export type StatsError = z.infer<typeof statsErrorSchema>
