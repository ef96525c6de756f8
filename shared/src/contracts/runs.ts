import * as z from 'zod'
import { MLB_CATEGORIES, type MlbCategory } from '../domain/stat-types.ts'

export const RUN_FEATURES = ['quick', 'ai', 'image'] as const

export { MLB_CATEGORIES, type MlbCategory }

/** `POST /api/runs`: holds the credits of one analysis. The same key with the same words is the same run. */
export const startRunBody = z.strictObject({
  feature: z.enum(RUN_FEATURES),
  category: z.enum(MLB_CATEGORIES),
  idempotencyKey: z.uuid(),
})
export type StartRunBody = z.infer<typeof startRunBody>

export const startRunAnswer = z.object({ runId: z.uuid(), expiresAt: z.string() })
export type StartRunAnswer = z.infer<typeof startRunAnswer>
