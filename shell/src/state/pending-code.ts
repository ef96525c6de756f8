import { isApiError } from '@propsight/shared/client'
import { redeemResponse } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { Services } from './services.ts'

type Needs = Pick<Services, 'api' | 'storage'>

/** Normalizes an e-mail as the server does. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Storage key of the code that was reserved for this e-mail and is redeemed at the first sign-in. */
export const pendingCodeKey = (email: string): string => STORAGE.pendingCode(normalizeEmail(email))

/** Error code of the server for an access code that can never be redeemed. */
const REFUSED = 'ACCESS_CODE_INVALID'

/**
 * Redeems the pending code of this e-mail, if any, and removes it (A5). Needs the user's session.
 * @throws ApiError. The code is kept for the next sign-in, unless the server refused it as invalid: an
 *   invalid code would make every later sign-in fail.
 */
export async function redeemPendingCode({ api, storage }: Needs, email: string): Promise<void> {
  const key = pendingCodeKey(email)
  const code = storage.get(key)
  if (!code) return
  try {
    redeemResponse.parse(await api.json('/api/access/redeem', { body: { code } }))
  } catch (thrown) {
    if (isApiError(thrown) && thrown.code === REFUSED) storage.remove(key)
    throw thrown
  }
  storage.remove(key)
}
