import * as z from 'zod'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const code = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/)

/** `POST /api/access/email-exists` */
export const emailExistsBody = z.strictObject({ email })
export const emailExistsAnswer = z.object({ exists: z.boolean() })

/**
 * `POST /api/access/reserve`: the code is left out for a privileged e-mail. The date of birth is checked and
 * forgotten; only 'attested 21+ at' is kept.
 */
export const reserveBody = z.strictObject({ code: code.optional(), email, dateOfBirth: z.iso.date() })
export const reserveAnswer = z.object({ reservedUntil: z.string() })

/** `POST /api/access/redeem`, with the user's token. Repeating it is harmless. */
export const redeemBody = z.strictObject({ code })
export const redeemAnswer = z.object({ redeemed: z.literal(true) })
