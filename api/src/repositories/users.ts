import {
  type AdminUserRow,
  type AuditRow,
  adminsResponse,
  adminUserRow,
  auditRow,
  type LedgerRow,
  ledgerRow,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, rowsOf } from './data-service.ts'

/** Changes of credit balances other than by runs. */
export interface CreditsRepository {
  /**
   * Grants the monthly credits to users whose period is due at `now`: one period per user, at most `limit`
   * users.
   * @returns number of granted periods; 0 when none is due
   */
  grant(now: Date, limit: number): Promise<number>
  /**
   * Adds `delta` credits, once per idempotency key.
   * @returns the new balance
   * @throws DatabaseRefusal 404, 409 'Not enough credits'
   */
  adjust(change: {
    userId: string
    delta: number
    reason: string
    idempotencyKey: string
    actor: string
  }): Promise<number>
  /** Refunds the credits of one run, once. @returns the new balance. @throws DatabaseRefusal 404, 409 */
  refund(runId: string, reason: string, actor: string): Promise<number>
  /** @throws DatabaseRefusal 404 */
  setPlan(change: { userId: string; plan: string; reason: string; actor: string }): Promise<void>
}

const nothing = z.unknown().transform(() => undefined)

/** Changes of credit balances and plans, through database functions. */
export const createCreditsRepository = (data: DataService): CreditsRepository => ({
  grant: (now, limit) =>
    data.rpc('grant_monthly_credits', { p_now: now.toISOString(), p_limit: limit }, z.int()),
  adjust: ({ userId, delta, reason, idempotencyKey, actor }) =>
    data.rpc(
      'adjust_credits',
      { p_user: userId, p_delta: delta, p_reason: reason, p_key: idempotencyKey, p_actor: actor },
      z.int(),
    ),
  refund: (runId, reason, actor) =>
    data.rpc('refund_run', { p_run: runId, p_reason: reason, p_actor: actor }, z.int()),
  setPlan: ({ userId, plan, reason, actor }) =>
    data.rpc('set_plan', { p_user: userId, p_plan: plan, p_reason: reason, p_actor: actor }, nothing),
})

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
  async set(email, granted, actor) {
    await data.rpc('set_admin', { p_email: email, p_granted: granted, p_actor: actor }, z.unknown())
  },
  audit: (search, after, limit) =>
    data.rpc(
      'admin_audit',
      { p_search: search || null, p_before: after, p_limit: limit },
      rowsOf('admin_audit', auditRow),
    ),
})

/** Users and credit ledgers for administrators. */
export interface UsersRepository {
  /**
   * Lists users, newest first.
   * @param search a part of the e-mail, or the whole id
   * @param after the last row of the previous page
   */
  list(
    search: string | undefined,
    after: Pick<AdminUserRow, 'createdAt' | 'userId'> | null,
    limit: number,
  ): Promise<AdminUserRow[]>
  /**
   * A user's ledger, newest first.
   * @param after id of the last row of the previous page.
   * @throws DatabaseRefusal 404
   */
  ledger(userId: string, after: number | null, limit: number): Promise<LedgerRow[]>
}

/** Users and their ledgers, through database functions. */
export const createUsersRepository = (data: DataService): UsersRepository => ({
  list: (search, after, limit) =>
    data.rpc(
      'admin_users',
      {
        p_search: search ?? null,
        p_before: after?.createdAt ?? null,
        p_before_id: after?.userId ?? null,
        p_limit: limit,
      },
      rowsOf('admin_users', adminUserRow),
    ),
  ledger: (userId, after, limit) =>
    data.rpc(
      'admin_ledger',
      { p_user: userId, p_before: after, p_limit: limit },
      rowsOf('admin_ledger', ledgerRow),
    ),
})
