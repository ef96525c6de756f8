import { type AuditRow, adminsResponse, auditRow } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

const listed = adminsResponse.shape.admins.element
export type AdminRow = z.infer<typeof listed>

export interface AdminsRepository {
  /**
   * Whether the session belongs to an administrator and has not ended; a valid token alone does not suffice.
   */
  isAdmin(userId: string, sessionId: string): Promise<boolean>
  /** All administrators, in the order in which they got the role. */
  list(): Promise<AdminRow[]>
  /** @throws DatabaseRefusal 404 (no such account, not an administrator), 409 (e-mail not confirmed) */
  set(email: string, granted: boolean, actor: string): Promise<void>
  /** The audit log, newest first. @param after id of the last row of the previous page */
  audit(search: string | undefined, after: number | null, limit: number): Promise<AuditRow[]>
}

/** Administrators and the audit log, through database functions. */
export const createAdminsRepository = (data: DataService): AdminsRepository => ({
  isAdmin: (userId, sessionId) => data.rpc('is_admin', { p_user: userId, p_session: sessionId }, z.boolean()),
  list: () => data.rpc('list_admins', {}, rowsOf('list_admins', listed)),
  set: async (email, granted, actor) =>
    void (await data.rpc('set_admin', { p_email: email, p_granted: granted, p_actor: actor }, z.unknown())),
  audit: (search, after, limit) =>
    data.rpc(
      'admin_audit',
      { p_search: search || null, p_before: after, p_limit: limit },
      rowsOf('admin_audit', auditRow),
    ),
})
