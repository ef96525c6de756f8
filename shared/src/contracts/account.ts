import * as z from 'zod'

/** `GET /api/account/rights`: what a user decided about their own use. */
export const rightsAnswer = z.object({
  /** Credits that may be spent within any 24 hours; null without a limit. */
  limit: z.int().nullable(),
  /** Credits spent or held within the last 24 hours. */
  used: z.int(),
  /** A higher limit (or none: null) that waits until `from`. */
  pending: z.object({ limit: z.int().nullable(), from: z.string() }).nullable(),
  consents: z.array(z.object({ document: z.string(), version: z.string(), acceptedAt: z.string() })),
})
export type AccountRights = z.infer<typeof rightsAnswer>

/**
 * `POST /api/account/limit` answers the rights. A lower limit counts at once, a higher one or none after 24 hours.
 */
export const limitBody = z.strictObject({ limit: z.int().min(0).max(1_000).nullable() })

/** Lengths of self-exclusion that are offered, in days. */
export const EXCLUSION_DAYS = [1, 7, 30, 90, 180, 365, 1_825] as const
/**
 * `POST /api/account/exclude` signs the user out everywhere and lets nobody in by this account or its e-mail until
 * then. It can be made longer, never shorter.
 */
export const excludeBody = z.strictObject({ days: z.literal(EXCLUSION_DAYS), confirm: z.literal(true) })
export const excludeAnswer = z.object({ until: z.string() })

/** `POST /api/account/delete`: the account's own e-mail address, typed once more, confirms it. */
export const deleteAccountBody = z.strictObject({ confirm: z.string().trim().toLowerCase().max(254) })
export const deleteAccountAnswer = z.object({ deleted: z.literal(true) })

/** `GET /api/account/export`: everything that is stored about the user, by table. */
export const exportAnswer = z.object({
  exportedAt: z.string(),
  account: z.record(z.string(), z.unknown()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type AccountExport = z.infer<typeof exportAnswer>
