import {
  type AccountExport,
  type AccountRights,
  exportAnswer,
  rightsAnswer,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

const standing = z.object({
  /** False where the account is gone. */
  known: z.boolean(),
  /** The sentence for who is locked out, or null. */
  refusal: z.string().nullable(),
  /** The token's session has ended. */
  signedOut: z.boolean().default(false),
})
export type Standing = z.infer<typeof standing>

export interface RightsRepository {
  /** Whether an access token still speaks for somebody who may use the product. */
  standing(userId: string, sessionId: string | null): Promise<Standing>
  read(userId: string): Promise<AccountRights>
  /** @param limit credits within 24 hours, null for none. @throws DatabaseRefusal 400, 404 */
  setLimit(userId: string, limit: number | null): Promise<void>
  /** Locks out and ends all sessions. @returns until when, ISO 8601. @throws DatabaseRefusal 400, 404 */
  exclude(userId: string, days: number): Promise<string>
  /** @throws DatabaseRefusal 404 */
  export(userId: string): Promise<AccountExport>
  /** @param email the account's own. @returns false where it is gone already. @throws DatabaseRefusal 400 */
  delete(userId: string, email: string): Promise<boolean>
  /** Removes what is kept of people who are not here, when its time is over. @returns how many rows */
  forgetLeavers(): Promise<number>
}

/** What users decide about their own account and data, through the database's functions. */
export const createRightsRepository = (data: DataService): RightsRepository => ({
  standing: (userId, sessionId) =>
    data.rpc('account_standing', { p_user: userId, p_session: sessionId }, standing),
  read: (userId) => data.rpc('account_rights', { p_user: userId }, rightsAnswer),
  async setLimit(userId, limit) {
    await data.rpc('set_daily_limit', { p_user: userId, p_limit: limit }, z.unknown())
  },
  exclude: (userId, days) => data.rpc('self_exclude', { p_user: userId, p_days: days }, z.string()),
  export: (userId) => data.rpc('export_account', { p_user: userId }, exportAnswer),
  delete: (userId, email) => data.rpc('delete_account', { p_user: userId, p_email: email }, z.boolean()),
  forgetLeavers: () => data.rpc('forget_leavers', {}, z.int()),
})
