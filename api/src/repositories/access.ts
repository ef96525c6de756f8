import * as z from 'zod'
import type { DataService } from './data-service.ts'

export interface AccessRepository {
  /** Whether an account has this address. */
  emailExists(email: string): Promise<boolean>
  /** Reserves one use of a code for an address. @returns until when, ISO 8601. @throws DatabaseRefusal 400 */
  reserve(code: string, email: string, dateOfBirth: string): Promise<string>
  /** The same without a code, for an address that the operator named. @throws DatabaseRefusal 400 when under 21 */
  reservePrivileged(email: string, dateOfBirth: string): Promise<string>
  /** Uses the reservation up. Repeating it is harmless. @throws DatabaseRefusal 400 */
  redeem(userId: string, code: string): Promise<boolean>
}

/** The gate on sign-ups, through the database's functions. */
export const createAccessRepository = (data: DataService): AccessRepository => ({
  emailExists: (email) => data.rpc('email_exists', { p_email: email }, z.boolean()),
  reserve: (code, email, dateOfBirth) =>
    data.rpc(
      'reserve_access_code',
      { p_code: code, p_email: email, p_date_of_birth: dateOfBirth },
      z.string(),
    ),
  reservePrivileged: (email, dateOfBirth) =>
    data.rpc('reserve_privileged', { p_email: email, p_date_of_birth: dateOfBirth }, z.string()),
  redeem: (userId, code) => data.rpc('redeem_access_code', { p_user: userId, p_code: code }, z.boolean()),
})
