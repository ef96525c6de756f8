import * as z from '@propsight/shared/schema'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
/** An access code: printable ASCII without spaces, 1 to 64 characters. */
export const accessCodeText = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/)

/** ISO 3166-1 country, or 3166-2 subdivision. */
export const regionCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)

/** `POST /api/access/email-exists` */
export const emailExistsBody = z.strictObject({ email })
export const emailExistsResponse = z.object({
  exists: z.boolean(),
  /**
   * Whether signing up with this e-mail needs an access code: false for existing accounts and privileged
   * e-mails.
   */
  codeRequired: z.boolean().optional(),
})

/** Secret of a reservation: the sign-up sends it as `reservation` in the metadata of the new user. */
const reservationSecret = z.string().regex(/^[\w-]{32,128}$/)

/**
 * `POST /api/access/reserve` (A5): reserves one use of an access code before sign-up. The code is absent for
 * a privileged e-mail. The date of birth is checked and not stored; only the time of the 21+ attestation is.
 */
export const reserveBody = z.strictObject({
  code: accessCodeText.optional(),
  email,
  dateOfBirth: z.iso.date(),
  /**
   * ISO 3166 code of the country or subdivision (`FR`, `US-WA`); required if the operator has closed regions.
   */
  region: regionCode.optional(),
  /** Version of the legal texts that the form showed and the user accepted. */
  legalVersion: z.iso.date().optional(),
  /** Secret of an earlier answer; renews that reservation. */
  secret: reservationSecret.optional(),
})
export const reserveResponse = z.object({
  reservedUntil: z.string(),
  /** Without it no account can be created with this reservation. */
  secret: reservationSecret,
})

/** `GET /api/common-passwords`: passwords that are refused for new accounts, in lower case. */
export const commonPasswordsResponse = z.object({ passwords: z.array(z.string()) })
export type CommonPasswordsResponse = z.infer<typeof commonPasswordsResponse>

/** `POST /api/access/redeem`, with the user's access token. Idempotent. */
export const redeemBody = z.strictObject({ code: accessCodeText })
export const redeemResponse = z.object({ redeemed: z.literal(true) })

/** `GET /api/account/rights`: the user's own spending limit and the legal documents they accepted. */
export const rightsResponse = z.object({
  /** Credits that may be spent within any 24 hours; null without a limit. */
  limit: z.int().nullable(),
  /** Credits spent or held within the last 24 hours. */
  used: z.int(),
  /** A requested higher limit (null: no limit) that takes effect at `from`, ISO 8601. */
  pending: z.object({ limit: z.int().nullable(), from: z.string() }).nullable(),
  consents: z.array(z.object({ document: z.string(), version: z.string(), acceptedAt: z.string() })),
  /** Whether a link that was mailed to the account's address was followed. A self-exclusion then covers it. */
  mailboxProven: z.boolean().default(true),
})
export type AccountRights = z.infer<typeof rightsResponse>

/** `GET /api/account/sessions`: the devices on which the user is signed in. */
export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      createdAt: z.iso.datetime({ offset: true }),
      /** Last renewal of the session, at most an hour before its last use. */
      usedAt: z.iso.datetime({ offset: true }),
      userAgent: z.string().nullable(),
      /** Whether this is the session of the request. */
      current: z.boolean(),
    }),
  ),
})
export type AccountSession = z.infer<typeof sessionsResponse>['sessions'][number]

/** `POST /api/account/end-session`: signs the user out on another device. */
export const endSessionBody = z.strictObject({ sessionId: z.uuid() })

/** `POST /api/account/email-change`: asks whether the e-mail may be changed, before the auth service sends a mail. */
export const emailChangeBody = z.strictObject({ email: z.string().min(1).max(254) })

/**
 * `POST /api/account/limit`; the response has the form of `rightsResponse`. A lower limit takes effect
 * immediately, a higher limit or none after 24 hours.
 */
export const limitBody = z.strictObject({ limit: z.int().min(0).max(1_000).nullable() })

/** Selectable durations of a self-exclusion, in days. */
export const EXCLUSION_DAYS = [1, 7, 30, 90, 180, 365, 1_825] as const
/**
 * `POST /api/account/exclude`: ends all sessions of the user and blocks sign-in until the exclusion ends. Also
 * blocks sign-up with the account's e-mail if its mailbox was proven. An exclusion can be extended but not
 * shortened.
 */
export const excludeBody = z.strictObject({ days: z.literal(EXCLUSION_DAYS), confirm: z.literal(true) })
export const excludeResponse = z.object({ until: z.string() })

/** `POST /api/account/delete`: `confirm` must equal the account's e-mail address. */
export const deleteAccountBody = z.strictObject({ confirm: z.string().trim().toLowerCase().max(254) })
export const deleteAccountResponse = z.object({ deleted: z.literal(true) })

/** `GET /api/account/export`: all stored data of the user, grouped by table. */
export const exportResponse = z.object({
  exportedAt: z.string(),
  account: z.record(z.string(), z.unknown()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type AccountExport = z.infer<typeof exportResponse>
