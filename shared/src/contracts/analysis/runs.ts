import * as z from 'zod'
import { MLB_MARKETS, type MlbMarket } from '../../domain/stat-types.ts'

export const RUN_FEATURES = ['quick', 'ai', 'image'] as const

export { MLB_MARKETS, type MlbMarket }

/** Category of a run whose lines come from the user's picture; these may be of any market. */
export const IMAGE_CATEGORY = 'Image'

/**
 * `POST /api/runs`: holds the credits of one analysis. The same key with the same values returns the same
 * run.
 */
export const startRunBody = z
  .strictObject({
    feature: z.enum(RUN_FEATURES),
    category: z.enum([...MLB_MARKETS, IMAGE_CATEGORY]),
    idempotencyKey: z.uuid(),
  })
  .refine(
    ({ feature, category }) => (feature === 'image') === (category === IMAGE_CATEGORY),
    'an image is analyzed under its own category, and nothing else is',
  )
export type StartRunBody = z.infer<typeof startRunBody>

export const startRunAnswer = z.object({ runId: z.uuid(), expiresAt: z.string() })
export type StartRunAnswer = z.infer<typeof startRunAnswer>
