import {
  type AccountRights,
  type AccountSession,
  rightsResponse,
  sessionsResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing, rowsOf } from './data-service.ts'

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
