import * as z from '@propsight/shared/schema'
import { accessCodeText } from './account.ts'
import { planSchema } from './profile.ts'

/** Default and maximum number of rows on one page of a list. */
export const ADMIN_PAGE_ROWS = 50
const MAX_PAGE_ROWS = 200
export const MAX_CODES_PER_REQUEST = 1_000
const MAX_CREDIT_ADJUSTMENT = 100_000

const cursor = z.string().min(1).max(200)
/** Query of every list: search text, cursor (`next` of the previous page), rows per page. */
export const adminListQuery = z.strictObject({
  search: z.string().trim().max(254).optional(),
  after: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(ADMIN_PAGE_ROWS),
})
const next = z.string().nullable()
const reason = z.string().trim().min(3).max(500)

/**
 * `POST /api/admin/session`: exchanges the admin key for an HttpOnly cookie. `GET /api/admin/session` returns
 * whether the caller is authorized by that cookie or by an administrator's account, 401 otherwise. `POST
 * …/end` removes the cookie and answers 204.
 */
export const adminSessionBody = z.strictObject({ key: z.string().min(1).max(512) })
export const adminSessionResponse = z.object({
  by: z.enum(['key', 'account']),
  /** When the cookie ends, ISO 8601; null for an account. */
  expiresAt: z.string().nullable(),
})
export type AdminSession = z.infer<typeof adminSessionResponse>

/** `GET /api/admin/second-factor`: the state of the administrator's account and session. */
export const secondFactorResponse = z.object({
  enrolled: z.boolean(),
  passed: z.boolean(),
  /** Whether administrators need a second factor here (`ADMIN_REQUIRE_TOTP`). */
  required: z.boolean(),
  /** Unused recovery codes. */
  recoveryCodes: z.int().nonnegative(),
})
export type SecondFactor = z.infer<typeof secondFactorResponse>

/** `POST /api/admin/second-factor/begin`: the secret for the authenticator, in base32 and as `otpauth:` URI. */
export const beginFactorResponse = z.object({ secret: z.string(), uri: z.string() })
/** `POST /api/admin/second-factor/confirm` and `/pass`: a code of six digits, or a recovery code to pass. */
export const factorCodeBody = z.strictObject({ code: z.string().trim().min(6).max(40) })
/** Recovery codes, shown once. */
export const confirmFactorResponse = z.object({ recoveryCodes: z.array(z.string()) })
/** `POST /api/admin/second-factor/remove`: the account whose factor is removed. */
export const removeFactorBody = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
})

const codeFields = {
  maxUses: z.int().min(1).max(1_000_000).default(1),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  notes: z.string().trim().max(2_000).nullable().default(null),
}

/** `GET /api/admin/list-codes`, newest first. The snake_case field names are those of row C4. */
export const accessCodeRow = z.object({
  code: z.string(),
  uses_count: z.int(),
  max_uses: z.int(),
  /** Uses that unfinished sign-ups currently reserve. */
  reserved: z.int(),
  expires_at: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: z.string(),
})
export type AccessCodeRow = z.infer<typeof accessCodeRow>
export const listCodesResponse = z.object({ codes: z.array(accessCodeRow), total: z.int(), next })

/** `POST /api/access/create` answers `{code}`; 409 if a code of that name exists or was deleted. */
export const createCodeBody = z.strictObject({ code: accessCodeText, ...codeFields })
export const createCodeResponse = z.object({ code: z.string() })

/**
 * `POST /api/admin/generate-codes`: random codes, all or none. The same idempotency key returns the same
 * codes.
 */
export const generateCodesBody = z.strictObject({
  count: z.int().min(1).max(MAX_CODES_PER_REQUEST),
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
  codes: z.array(createCodeBody).min(1).max(MAX_CODES_PER_REQUEST),
})
export const createdCodesResponse = z.object({ codes: z.array(z.string()) })

/**
 * `POST /api/admin/delete-code` and `restore-code` answer 204. A deleted code is refused for new sign-ups;
 * accounts created with it are unaffected.
 */
export const deleteCodeBody = z.strictObject({ code: accessCodeText })

/** `GET /api/admin/users`, newest first; `search` matches a part of the e-mail or the complete id. */
export const adminUserRow = z.object({
  userId: z.uuid(),
  email: z.string(),
  emailVerifiedAt: z.string().nullable(),
  credits: z.int(),
  plan: planSchema,
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  isAdmin: z.boolean(),
  /** End of a self-exclusion, ISO 8601; null without one. */
  excludedUntil: z.string().nullable(),
})
export type AdminUserRow = z.infer<typeof adminUserRow>
export const adminUsersResponse = z.object({ users: z.array(adminUserRow), next })

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
export const ledgerResponse = z.object({ entries: z.array(ledgerRow), next })

/**
 * `POST /api/admin/adjust-credits`; 409 if the balance would fall below 0. Idempotent by `idempotencyKey`.
 */
export const adjustCreditsBody = z.strictObject({
  userId: z.uuid(),
  delta: z
    .int()
    .min(-MAX_CREDIT_ADJUSTMENT)
    .max(MAX_CREDIT_ADJUSTMENT)
    .refine((delta) => delta !== 0, 'must not be 0'),
  reason,
  idempotencyKey: z.uuid(),
})
/** `POST /api/admin/refund-run`: returns the credits of a captured run. A run is refunded at most once. */
export const refundRunBody = z.strictObject({ runId: z.uuid(), reason })
export const creditsResponse = z.object({ credits: z.int() })
/** `POST /api/admin/set-plan` answers 204. */
export const setPlanBody = z.strictObject({
  userId: z.uuid(),
  plan: z.enum(['free', 'basic', 'premium']),
  reason,
})

/** `POST /api/admin/set-admin` answers 204. Granting requires an account with a verified e-mail. */
export const setAdminBody = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  granted: z.boolean(),
})
/** `GET /api/admin/admins` */
export const adminsResponse = z.object({
  admins: z.array(z.object({ userId: z.uuid(), email: z.string(), grantedAt: z.string() })),
})

/** `GET /api/admin/audit`, newest first: the log of all administrator actions. */
export const auditRow = z.object({
  id: z.int(),
  at: z.string(),
  /** `admin key`, or the administrator's e-mail (the id if the account has been deleted). */
  actor: z.string(),
  action: z.string(),
  /** An access code, a user id or the name of a remote. */
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof auditRow>
export const auditResponse = z.object({ entries: z.array(auditRow), next })
