import { dataSourceSchema } from '@propsight/shared/contracts'
import * as z from 'zod'

/** `GET /api/info`: what is running, without secrets. */
export const infoAnswer = z.object({
  name: z.literal('propsight'),
  version: z.string(),
  contract: z.string(),
  dataSource: dataSourceSchema,
  /** Version of the probability engine; null when an API has none. */
  engine: z.string().nullable(),
  uptimeSeconds: z.number().nonnegative(),
})
export type InfoAnswer = z.infer<typeof infoAnswer>

/** `GET /health`: 200 when every part that a request needs answers, 503 otherwise. */
export const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
