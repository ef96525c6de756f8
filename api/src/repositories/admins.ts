import { type AuditRow, adminsAnswer, auditRow } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

const listed = adminsAnswer.shape.admins.element
export type AdminRow = z.infer<typeof listed>

export interface AdminsRepository {
  /** Whether this session may act as an administrator's: it does not where it has ended, whatever its token says. */
  isAdmin(userId: string, sessionId: string): Promise<boolean>
  /** Longest-serving first. */
  list(): Promise<AdminRow[]>
  /** @throws DatabaseRefusal 404 (no such account, no administrator), 409 (a mailbox that is not proven) */
  set(email: string, granted: boolean, actor: string): Promise<void>
  /** Newest first. @param after id of the last row of the page before */
  audit(search: string | undefined, after: number | null, limit: number): Promise<AuditRow[]>
}

/** Who is an administrator, and what administrators did, through the database's functions. */
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
