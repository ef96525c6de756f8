import * as z from 'zod'

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
export const emailExistsAnswer = z.object({
  exists: z.boolean(),
  /**
   * Whether signing up with this e-mail needs an access code: false for existing accounts and privileged
   * e-mails.
   */
  codeRequired: z.boolean().optional(),
})

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
})
export const reserveAnswer = z.object({ reservedUntil: z.string() })

/** `GET /api/common-passwords`: passwords that are refused for new accounts, in lower case. */
export const commonPasswordsAnswer = z.object({ passwords: z.array(z.string()) })
export type CommonPasswordsAnswer = z.infer<typeof commonPasswordsAnswer>

/** `POST /api/access/redeem`, with the user's access token. Idempotent. */
export const redeemBody = z.strictObject({ code: accessCodeText })
export const redeemAnswer = z.object({ redeemed: z.literal(true) })
