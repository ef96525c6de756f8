import * as z from 'zod'

export const RUN_FEATURES = ['quick', 'ai', 'image'] as const

/** The Dashboard's ten menu entries, in their order (2 §2). */
export const MLB_CATEGORIES = [
  'All Stat Lines',
  'Hits',
  'Home Runs',
  'Pitcher Strikeouts',
  'Total Bases',
  'Runs',
  'RBIs',
  'Hits+Runs+RBIs',
  'Hitter Fantasy Score',
  'Pitcher Fantasy Score',
] as const
export type MlbCategory = (typeof MLB_CATEGORIES)[number]

/** `POST /api/runs`: holds the credits of one analysis. The same key with the same words is the same run. */
export const startRunBody = z.strictObject({
  feature: z.enum(RUN_FEATURES),
  category: z.enum(MLB_CATEGORIES),
  idempotencyKey: z.uuid(),
})
export type StartRunBody = z.infer<typeof startRunBody>

export const startRunAnswer = z.object({ runId: z.uuid(), expiresAt: z.string() })
export type StartRunAnswer = z.infer<typeof startRunAnswer>
