import {
  type AccountRights,
  type AccountSession,
  type AdminUserRow,
  type AuditRow,
  adminsResponse,
  adminUserRow,
  auditRow,
  type LedgerRow,
  ledgerRow,
  rightsResponse,
  sessionsResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing, rowsOf } from './data-service.ts'

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
  /** Begins a session of the admin key. @returns its id */
  beginSession(expires: Date): Promise<string>
  /** Whether a session of the admin key has neither expired nor ended. */
  hasSession(id: string): Promise<boolean>
  endSession(id: string): Promise<void>
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
  beginSession: (expires) =>
    data.rpc('begin_admin_session', { p_expires: expires.toISOString() }, z.string()),
  hasSession: (id) => data.rpc('is_admin_session', { p_id: id }, z.boolean()),
  endSession: (id) => data.rpc('end_admin_session', { p_id: id }, nothing),
  list: () => data.rpc('list_admins', {}, rowsOf('list_admins', listed)),
  set: (email, granted, actor) =>
    data.rpc('set_admin', { p_email: email, p_granted: granted, p_actor: actor }, nothing),
  audit: (search, after, limit) =>
    data.rpc(
      'admin_audit',
      { p_search: search || null, p_before: after, p_limit: limit },
      rowsOf('admin_audit', auditRow),
    ),
})

const factorState = z.object({
  enrolled: z.boolean(),
  passed: z.boolean(),
  /** The encrypted secret; null without a factor. */
  secret: z.string().nullable(),
  recoveryCodes: z.int().nullable(),
})
type FactorState = z.infer<typeof factorState>
interface FactorSession {
  id: string
  sessionId: string
}

/** Second factors of administrators. The services compute and check the codes. */
export interface FactorsRepository {
  read(userId: string, sessionId: string): Promise<FactorState>
  /** @throws DatabaseRefusal 409 if the account has a confirmed factor */
  begin(userId: string, secret: string): Promise<void>
  /** @param step period of the code. @returns false if the code was used before */
  confirm(user: FactorSession, step: number, recoveryHashes: string[]): Promise<boolean>
  /** Accepts the code of a period, once. @returns false if it was used before */
  pass(user: FactorSession, step: number): Promise<boolean>
  useRecoveryCode(user: FactorSession, hash: string): Promise<boolean>
  /** @throws DatabaseRefusal 404 */
  remove(email: string, actor: string): Promise<void>
}

export const createFactorsRepository = (data: DataService): FactorsRepository => ({
  read: (userId, sessionId) =>
    data.rpc('admin_factor', { p_user: userId, p_session: sessionId }, factorState),
  begin: (userId, secret) => data.rpc('begin_admin_factor', { p_user: userId, p_secret: secret }, nothing),
  confirm: ({ id, sessionId }, step, recoveryHashes) =>
    data.rpc(
      'confirm_admin_factor',
      { p_user: id, p_session: sessionId, p_step: step, p_hashes: recoveryHashes },
      z.boolean(),
    ),
  pass: ({ id, sessionId }, step) =>
    data.rpc('pass_admin_factor', { p_user: id, p_session: sessionId, p_step: step }, z.boolean()),
  useRecoveryCode: ({ id, sessionId }, hash) =>
    data.rpc('use_recovery_code', { p_user: id, p_session: sessionId, p_hash: hash }, z.boolean()),
  remove: (email, actor) => data.rpc('remove_admin_factor', { p_email: email, p_actor: actor }, nothing),
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

const standing = z.object({
  /** False for a deleted account. */
  known: z.boolean(),
  /** The message for a self-excluded user, or null. */
  refusal: z.string().nullable(),
  /** Whether the token's session has ended. */
  signedOut: z.boolean().default(false),
})
export type Standing = z.infer<typeof standing>

const exportPage = z.object({
  text: z.string(),
  /** Where the next page begins; null after the last one. */
  next: z.record(z.string(), z.unknown()).nullable(),
})
export type ExportPage = z.infer<typeof exportPage>

export interface RightsRepository {
  /** The standing of the account and the session of an access token. */
  standing(userId: string, sessionId: string | null): Promise<Standing>
  read(userId: string): Promise<AccountRights>
  /** @param limit credits within 24 hours, null for no limit. @throws DatabaseRefusal 400, 404 */
  setLimit(userId: string, limit: number | null): Promise<void>
  /** @throws DatabaseRefusal 403, 429 if the account may not change its e-mail to this address */
  checkEmailChange(userId: string, email: string): Promise<void>
  /**
   * Excludes the user and ends all sessions.
   * @returns end of the exclusion, ISO 8601.
   * @throws DatabaseRefusal 400, 404
   */
  exclude(userId: string, days: number): Promise<string>
  /** The live sessions of the account. @param sessionId the session of the request */
  sessions(userId: string, sessionId: string | null): Promise<AccountSession[]>
  /** Ends one session. @returns false if the account has no such session */
  endSession(userId: string, sessionId: string): Promise<boolean>
  /** Ends at most `limit` sessions that are older than the limits. @returns number of sessions */
  endOldSessions(maxHours: number, idleHours: number, limit: number): Promise<number>
  /**
   * A page of the data of the account. The texts of all pages together are JSON of `exportResponse`.
   * @param after `next` of the page before; null for the first one
   * @throws DatabaseRefusal 404
   */
  exportPage(userId: string, after: ExportPage['next']): Promise<ExportPage>
  /**
   * @param email e-mail of the account, as a check.
   * @returns false when already deleted.
   * @throws DatabaseRefusal 400
   */
  delete(userId: string, email: string): Promise<boolean>
  /**
   * Deletes what is kept of deleted accounts, ended exclusions and unused reservations after its retention
   * period.
   * @returns number of rows
   */
  purgeClosedAccounts(): Promise<number>
}

/** A user's own account: standing, rights, export and deletion, through database functions. */
export const createRightsRepository = (data: DataService): RightsRepository => ({
  standing: (userId, sessionId) =>
    data.rpc('account_standing', { p_user: userId, p_session: sessionId }, standing),
  read: (userId) => data.rpc('account_rights', { p_user: userId }, rightsResponse),
  setLimit: (userId, limit) => data.rpc('set_daily_limit', { p_user: userId, p_limit: limit }, nothing),
  checkEmailChange: (userId, email) =>
    data.rpc('check_email_change', { p_user: userId, p_email: email }, nothing),
  exclude: (userId, days) => data.rpc('self_exclude', { p_user: userId, p_days: days }, z.string()),
  sessions: (userId, sessionId) =>
    data.rpc(
      'list_sessions',
      { p_user: userId, p_session: sessionId },
      rowsOf('list_sessions', sessionsResponse.shape.sessions.element),
    ),
  endSession: (userId, sessionId) =>
    data.rpc('end_session', { p_user: userId, p_session: sessionId }, z.boolean()),
  endOldSessions: (maxHours, idleHours, limit) =>
    data.rpc('end_old_sessions', { p_max_hours: maxHours, p_idle_hours: idleHours, p_limit: limit }, z.int()),
  exportPage: (userId, after) =>
    data.rpc('export_account_page', { p_user: userId, p_after: after }, exportPage),
  delete: (userId, email) => data.rpc('delete_account', { p_user: userId, p_email: email }, z.boolean()),
  purgeClosedAccounts: () => data.rpc('purge_closed_accounts', {}, z.int()),
})
