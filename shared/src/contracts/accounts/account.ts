import * as z from 'zod'

/** `GET /api/account/rights`: the user's own spending limit and the legal documents they accepted. */
export const rightsAnswer = z.object({
  /** Credits that may be spent within any 24 hours; null without a limit. */
  limit: z.int().nullable(),
  /** Credits spent or held within the last 24 hours. */
  used: z.int(),
  /** A requested higher limit (null: no limit) that takes effect at `from`, ISO 8601. */
  pending: z.object({ limit: z.int().nullable(), from: z.string() }).nullable(),
  consents: z.array(z.object({ document: z.string(), version: z.string(), acceptedAt: z.string() })),
})
export type AccountRights = z.infer<typeof rightsAnswer>

/**
 * `POST /api/account/limit`; the response has the form of `rightsAnswer`. A lower limit takes effect
 * immediately, a higher limit or none after 24 hours.
 */
export const limitBody = z.strictObject({ limit: z.int().min(0).max(1_000).nullable() })

/** Selectable durations of a self-exclusion, in days. */
export const EXCLUSION_DAYS = [1, 7, 30, 90, 180, 365, 1_825] as const
/**
 * `POST /api/account/exclude`: ends all sessions of the user and blocks sign-in and sign-up with this
 * account's e-mail until the exclusion ends. An exclusion can be extended but not shortened.
 */
export const excludeBody = z.strictObject({ days: z.literal(EXCLUSION_DAYS), confirm: z.literal(true) })
export const excludeAnswer = z.object({ until: z.string() })

/** `POST /api/account/delete`: `confirm` must equal the account's e-mail address. */
export const deleteAccountBody = z.strictObject({ confirm: z.string().trim().toLowerCase().max(254) })
export const deleteAccountAnswer = z.object({ deleted: z.literal(true) })

/** `GET /api/account/export`: all stored data of the user, grouped by table. */
export const exportAnswer = z.object({
  exportedAt: z.string(),
  account: z.record(z.string(), z.unknown()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type AccountExport = z.infer<typeof exportAnswer>
