import * as z from 'zod'
import type { DataService } from './data-service.ts'

interface Place {
  /** Null for an e-mail in `PRIVILEGED_EMAILS`. */
  code: string | null
  email: string
  /** `2004-05-31`. Checked, but not stored. */
  dateOfBirth: string
  /** Accepted version of the legal texts; null when the request names none. */
  legalVersion: string | null
}

export interface AccessRepository {
  /** Whether an account has this e-mail. */
  emailExists(email: string): Promise<boolean>
  /**
   * Reserves a sign-up for an e-mail, and one use of the access code if there is one (A5).
   * @returns end of the reservation, ISO 8601
   * @throws DatabaseRefusal 400 for the code or the age, 403 for a self-excluded user
   */
  reserve(place: Place): Promise<string>
  /** Consumes the reservation. Idempotent. @throws DatabaseRefusal 400 */
  redeem(userId: string, code: string): Promise<boolean>
}

/** Access control of sign-ups, through database functions. */
export const createAccessRepository = (data: DataService): AccessRepository => ({
  emailExists: (email) => data.rpc('email_exists', { p_email: email }, z.boolean()),
  reserve: ({ code, email, dateOfBirth, legalVersion }) =>
    data.rpc(
      'reserve_place',
      { p_code: code, p_email: email, p_date_of_birth: dateOfBirth, p_legal_version: legalVersion },
      z.string(),
    ),
  redeem: (userId, code) => data.rpc('redeem_access_code', { p_user: userId, p_code: code }, z.boolean()),
})
