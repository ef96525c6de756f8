import * as z from 'zod'
import { accessCodeText } from './access.ts'
import { planSchema } from './profile.ts'

/** Rows of one page of a list, and how many at most. */
export const ADMIN_PAGE_ROWS = 50
const MOST_PAGE_ROWS = 200
export const MOST_CODES_AT_ONCE = 1_000
const MOST_CREDITS_ADJUSTED = 100_000

const cursor = z.string().min(1).max(200)
/** Query of every list: text to look for, where the last page ended, rows wanted. */
export const adminListQuery = z.strictObject({
  search: z.string().trim().max(254).optional(),
  after: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(MOST_PAGE_ROWS).default(ADMIN_PAGE_ROWS),
})
const next = z.string().nullable()
const reason = z.string().trim().min(3).max(500)

/**
 * `POST /api/admin/session`: exchanges the admin key for an HttpOnly cookie. `GET` of the same address says who acts:
 * by the cookie of a key, or by the account that is signed in; 401 for everybody else. `POST …/end` takes the cookie
 * away and answers 204.
 */
export const adminSessionBody = z.strictObject({ key: z.string().min(1).max(512) })
export const adminSessionAnswer = z.object({
  by: z.enum(['key', 'account']),
  /** When the cookie ends, ISO 8601; null for an account. */
  expiresAt: z.string().nullable(),
})
export type AdminSession = z.infer<typeof adminSessionAnswer>

const codeFields = {
  maxUses: z.int().min(1).max(1_000_000).default(1),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  notes: z.string().trim().max(2_000).nullable().default(null),
}

/** `GET /api/admin/list-codes`, newest first; the names of a code's fields are the specification's (2 §7). */
export const accessCodeRow = z.object({
  code: z.string(),
  uses_count: z.int(),
  max_uses: z.int(),
  /** Places that sign-ups under way hold now. */
  reserved: z.int(),
  expires_at: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: z.string(),
})
export type AccessCodeRow = z.infer<typeof accessCodeRow>
export const listCodesAnswer = z.object({ codes: z.array(accessCodeRow), total: z.int(), next })

/** `POST /api/access/create` answers `{code}`; 409 where there is or was a code of that name. */
export const createCodeBody = z.strictObject({ code: accessCodeText, ...codeFields })
export const createCodeAnswer = z.object({ code: z.string() })

/** `POST /api/admin/generate-codes`: random codes, all or none; repeating the key answers the same ones. */
export const generateCodesBody = z.strictObject({
  count: z.int().min(1).max(MOST_CODES_AT_ONCE),
  prefix: z
    .string()
    .trim()
    .max(20)
    .regex(/^[A-Za-z0-9-]*$/)
    .default(''),
  ...codeFields,
  idempotencyKey: z.uuid(),
})
/** `POST /api/admin/import-codes`: the rows of a CSV, all or none. */
export const importCodesBody = z.strictObject({
  codes: z.array(createCodeBody).min(1).max(MOST_CODES_AT_ONCE),
})
export const createdCodesAnswer = z.object({ codes: z.array(z.string()) })

/**
 * `POST /api/admin/delete-code` and `restore-code` answer 204. A deleted code lets nobody in any more; accounts that
 * it let in stay.
 */
export const deleteCodeBody = z.strictObject({ code: accessCodeText })

/** `GET /api/admin/users`, newest first, found by a part of the e-mail or the whole id. */
export const adminUserRow = z.object({
  userId: z.uuid(),
  email: z.string(),
  emailVerifiedAt: z.string().nullable(),
  credits: z.int(),
  plan: planSchema,
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Until when the user excluded themselves, if so. */
  excludedUntil: z.string().nullable(),
})
export type AdminUserRow = z.infer<typeof adminUserRow>
export const adminUsersAnswer = z.object({ users: z.array(adminUserRow), next })

/** `GET /api/admin/users/{id}/ledger`, newest first. */
export const ledgerRow = z.object({
  id: z.int(),
  delta: z.int(),
  balanceAfter: z.int(),
  reason: z.string(),
  note: z.string().nullable(),
  runId: z.uuid().nullable(),
  createdAt: z.string(),
})
export type LedgerRow = z.infer<typeof ledgerRow>
export const ledgerAnswer = z.object({ entries: z.array(ledgerRow), next })

/** `POST /api/admin/adjust-credits`; 409 where the balance would fall below 0. Repeating the key changes nothing. */
export const adjustCreditsBody = z.strictObject({
  userId: z.uuid(),
  delta: z
    .int()
    .min(-MOST_CREDITS_ADJUSTED)
    .max(MOST_CREDITS_ADJUSTED)
    .refine((delta) => delta !== 0, 'must not be 0'),
  reason,
  idempotencyKey: z.uuid(),
})
/** `POST /api/admin/refund-run`: the credits of one captured run, once. */
export const refundRunBody = z.strictObject({ runId: z.uuid(), reason })
export const creditsAnswer = z.object({ credits: z.int() })
/** `POST /api/admin/set-plan` answers 204. */
export const setPlanBody = z.strictObject({
  userId: z.uuid(),
  plan: z.enum(['free', 'basic', 'premium']),
  reason,
})

/** `POST /api/admin/set-admin` answers 204; granting needs an account whose mailbox is proven. */
export const setAdminBody = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  granted: z.boolean(),
})
/** `GET /api/admin/admins` */
export const adminsAnswer = z.object({
  admins: z.array(z.object({ userId: z.uuid(), email: z.string(), grantedAt: z.string() })),
})

/** `GET /api/admin/audit`, newest first: every action of an administrator. */
export const auditRow = z.object({
  id: z.int(),
  at: z.string(),
  /** `admin key`, or the e-mail of the administrator (their id once the account is gone). */
  actor: z.string(),
  action: z.string(),
  /** A code, a user's id, a remote's name. */
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof auditRow>
export const auditAnswer = z.object({ entries: z.array(auditRow), next })
