import { type AccessCodeRow, accessCodeRow, type createCodeBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing, rowsOf } from './data-service.ts'

export type NewCode = z.infer<typeof createCodeBody>

/** Access codes for administrators. Each change is recorded in the audit log with its actor. */
export interface CodesRepository {
  /**
   * Lists codes, newest first.
   * @param search a part of the code or of its notes
   * @param after the last row of the previous page
   */
  list(
    search: string | undefined,
    after: Pick<AccessCodeRow, 'created_at' | 'code'> | null,
    limit: number,
  ): Promise<AccessCodeRow[]>
  count(search: string | undefined): Promise<number>
  /** @throws DatabaseRefusal 400 (expiry in the past), 409 (the code exists or was deleted) */
  create(code: NewCode, actor: string): Promise<void>
  /**
   * Stores random codes, or returns the codes that the idempotency key created before.
   * @throws DatabaseRefusal 400, 409 (a code exists already; the key was used with other values)
   */
  generate(
    batch: Omit<NewCode, 'code'> & { codes: string[]; prefix: string; key: string },
    actor: string,
  ): Promise<string[]>
  /** Imports all codes or none. @throws DatabaseRefusal 400, 409, with the number of the row */
  import(codes: NewCode[], actor: string): Promise<void>
  /** Deletes a code and cancels its reservations. Idempotent. @throws DatabaseRefusal 404 */
  remove(code: string, actor: string): Promise<void>
  /** Restores a deleted code. Idempotent. @throws DatabaseRefusal 404 */
  restore(code: string, actor: string): Promise<void>
}

/** Access codes, through database functions. */
export const createCodesRepository = (data: DataService): CodesRepository => ({
  list: (search, after, limit) =>
    data.rpc(
      'list_access_codes',
      {
        p_search: search || null,
        p_before: after?.created_at ?? null,
        p_before_code: after?.code ?? null,
        p_limit: limit,
      },
      rowsOf('list_access_codes', accessCodeRow),
    ),
  count: (search) => data.rpc('count_access_codes', { p_search: search || null }, z.int()),
  create: ({ code, maxUses, expiresAt, notes }, actor) =>
    data.rpc(
      'create_access_code',
      { p_code: code, p_max_uses: maxUses, p_expires_at: expiresAt, p_notes: notes, p_actor: actor },
      nothing,
    ),
  generate: ({ codes, prefix, maxUses, expiresAt, notes, key }, actor) =>
    data.rpc(
      'generate_access_codes',
      {
        p_codes: codes,
        p_prefix: prefix,
        p_max_uses: maxUses,
        p_expires_at: expiresAt,
        p_notes: notes,
        p_key: key,
        p_actor: actor,
      },
      rowsOf('generate_access_codes', z.string()),
    ),
  import: (codes, actor) => data.rpc('import_access_codes', { p_rows: codes, p_actor: actor }, nothing),
  remove: (code, actor) => data.rpc('delete_access_code', { p_code: code, p_actor: actor }, nothing),
  restore: (code, actor) => data.rpc('restore_access_code', { p_code: code, p_actor: actor }, nothing),
})

interface SignUpReservation {
  /** Null for an e-mail in `PRIVILEGED_EMAILS`. */
  code: string | null
  email: string
  /** `2004-05-31`. Checked, but not stored. */
  dateOfBirth: string
  /** Accepted version of the legal texts; null when the request names none. */
  legalVersion: string | null
  /** Secret that the sign-up repeats. Stored as a hash. */
  secret: string
  /** Key of the network address of the request. Stored as a hash. */
  network: string
}

export interface AccessRepository {
  /** Whether an account has this e-mail. */
  emailExists(email: string): Promise<boolean>
  /**
   * Reserves a sign-up for an e-mail, and one use of the access code if there is one (A5).
   * @returns end of the reservation, ISO 8601
   * @throws DatabaseRefusal 400 for the code or the age, 403 for a self-excluded user
   */
  reserve(reservation: SignUpReservation): Promise<string>
  /** Consumes the reservation. Idempotent. @throws DatabaseRefusal 400 */
  redeem(userId: string, code: string): Promise<boolean>
}

/** Access control of sign-ups, through database functions. */
export const createAccessRepository = (data: DataService): AccessRepository => ({
  emailExists: (email) => data.rpc('email_exists', { p_email: email }, z.boolean()),
  reserve: ({ code, email, dateOfBirth, legalVersion, secret, network }) =>
    data.rpc(
      'reserve_place',
      {
        p_code: code,
        p_email: email,
        p_date_of_birth: dateOfBirth,
        p_legal_version: legalVersion,
        p_secret: secret,
        p_network: network,
      },
      z.string(),
    ),
  redeem: (userId, code) => data.rpc('redeem_access_code', { p_user: userId, p_code: code }, z.boolean()),
})
