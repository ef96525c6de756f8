import { readResponse } from '@propsight/shared/client'
import {
  type AccountExport,
  type AccountRights,
  deleteAccountResponse,
  excludeResponse,
  exportResponse,
  rightsResponse,
} from '@propsight/shared/contracts'
import type { Services } from '../../state/services.ts'
import { authNoticeAtom, signOutHere } from '../../state/session.ts'

/**
 * Ends the session in all tabs of this browser, after the server has ended it.
 * @param notice text for the login screen
 */
export async function endSession(services: Services, notice: string): Promise<void> {
  const { store, log } = services
  store.set(authNoticeAtom, notice)
  const error = await signOutHere(services, { hasEnded: true })
  // The client removes the local session even when its request fails. The server has already ended the
  // session.
  if (error) log('sign-out', error.message)
}

type Needs = Pick<Services, 'api'>

/** Query key of the user's rights. The user id keeps the data of different users separate. */
export const rightsKey = (userId: string) => ['account-rights', userId] as const

/** Reads daily limit, used credits, pending limit and consents. @throws ApiError */
export const readRights = async ({ api }: Needs): Promise<AccountRights> =>
  readResponse(rightsResponse, await api.json('/api/account/rights')).value

/**
 * Sets the daily limit. A lower limit applies immediately, a higher one after 24 hours.
 * @param limit credits within any 24 hours; null for no limit
 * @throws ApiError
 */
export const setLimit = async ({ api }: Needs, limit: number | null): Promise<AccountRights> =>
  readResponse(rightsResponse, await api.json('/api/account/limit', { body: { limit } })).value

/**
 * Self-exclusion: blocks the account for a number of days. It cannot be ended early.
 * @returns end of the exclusion, ISO 8601
 * @throws ApiError
 */
export const exclude = async ({ api }: Needs, days: number): Promise<string> =>
  excludeResponse.parse(await api.json('/api/account/exclude', { body: { days, confirm: true } })).until

/** Reads all stored personal data of the user. @throws ApiError */
export const readExport = async ({ api }: Needs): Promise<AccountExport> =>
  exportResponse.parse(await api.json('/api/account/export'))

/**
 * Deletes the account permanently.
 * @param confirm the account's email address, typed again by the user
 * @throws ApiError
 */
export async function deleteAccount({ api }: Needs, confirm: string): Promise<void> {
  deleteAccountResponse.parse(await api.json('/api/account/delete', { body: { confirm } }))
}
