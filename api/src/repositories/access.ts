import * as z from 'zod'
import type { DataService } from './data-service.ts'

interface Place {
  /** Null for an address that the operator named. */
  code: string | null
  email: string
  /** Checked and forgotten. */
  dateOfBirth: string
  /** Version of the legal texts that was accepted; null where the caller named none. */
  legalVersion: string | null
}

export interface AccessRepository {
  /** Whether an account has this address. */
  emailExists(email: string): Promise<boolean>
  /**
   * Reserves a place for an address, and one use of the code where there is one.
   * @returns until when, ISO 8601
   * @throws DatabaseRefusal 400 for the code or the age, 403 for who excluded themselves
   */
  reserve(place: Place): Promise<string>
  /** Uses the reservation up. Repeating it is harmless. @throws DatabaseRefusal 400 */
  redeem(userId: string, code: string): Promise<boolean>
}

/** The gate on sign-ups, through the database's functions. */
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
