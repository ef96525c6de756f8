import { type AdminUserRow, adminUserRow, type LedgerRow, ledgerRow } from '@propsight/shared/contracts'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

/** Users, as administrators see them. */
export interface UsersRepository {
  /**
   * Newest first.
   * @param search a part of the e-mail, or the whole id
   * @param after the last row of the page before
   */
  list(
    search: string | undefined,
    after: Pick<AdminUserRow, 'createdAt' | 'userId'> | null,
    limit: number,
  ): Promise<AdminUserRow[]>
  /** Newest first. @param after id of the last row of the page before. @throws DatabaseRefusal 404 */
  ledger(userId: string, after: number | null, limit: number): Promise<LedgerRow[]>
}

/** Users and their ledgers, through the database's functions. */
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
