import {
  type AccountExport,
  type AccountRights,
  deleteAccountAnswer,
  excludeAnswer,
  exportAnswer,
  rightsAnswer,
} from '@propsight/shared/contracts'
import type { Services } from '../../state/services.ts'

type Needs = Pick<Services, 'api'>

/** One entry a user: what one decided is never shown to another. */
export const rightsKey = (userId: string) => ['account-rights', userId] as const

/** @throws ApiError */
export const readRights = async ({ api }: Needs): Promise<AccountRights> =>
  rightsAnswer.parse(await api.json('/api/account/rights'))

/**
 * @param limit credits within any 24 hours; null for none
 * @throws ApiError
 */
export const setLimit = async ({ api }: Needs, limit: number | null): Promise<AccountRights> =>
  rightsAnswer.parse(await api.json('/api/account/limit', { body: { limit } }))

/**
 * Closes the account to its user for so many days; nothing ends it early.
 * @returns when it ends, as ISO 8601
 * @throws ApiError
 */
export const exclude = async ({ api }: Needs, days: number): Promise<string> =>
  excludeAnswer.parse(await api.json('/api/account/exclude', { body: { days, confirm: true } })).until

/** Everything that is stored about the user. @throws ApiError */
export const readExport = async ({ api }: Needs): Promise<AccountExport> =>
  exportAnswer.parse(await api.json('/api/account/export'))

/**
 * @param confirm the account's own address, typed once more
 * @throws ApiError
 */
export async function deleteAccount({ api }: Needs, confirm: string): Promise<void> {
  deleteAccountAnswer.parse(await api.json('/api/account/delete', { body: { confirm } }))
}
