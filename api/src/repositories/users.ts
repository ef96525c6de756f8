import { type AdminUserRow, adminUserRow, type LedgerRow, ledgerRow } from '@propsight/shared/contracts'
import type { DataService } from './data-service.ts'
import { rowsOf } from './rows.ts'

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
