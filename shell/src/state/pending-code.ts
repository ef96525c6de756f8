import { isApiError } from '@propsight/shared/client'
import { redeemAnswer } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { Services } from './services.ts'

type Needs = Pick<Services, 'api' | 'storage'>

/** E-mails are compared as the server compares them. */
export const plainEmail = (email: string): string => email.trim().toLowerCase()

/** Where the code lies that was reserved for this e-mail in this browser and waits for the first sign-in. */
export const pendingCodeKey = (email: string): string => STORAGE.pendingCode(plainEmail(email))

/** What the server says of a code that is of no use now and will be of none later. */
const REFUSED = 'ACCESS_CODE_INVALID'

/**
 * Redeems the code that waits for this e-mail, if any, and forgets it. Needs the user's session.
 * @throws ApiError; the code is kept for the next sign-in then, unless it was refused for good, since it would end
 * every later sign-in as well
 */
export async function redeemPending({ api, storage }: Needs, email: string): Promise<void> {
  const key = pendingCodeKey(email)
  const code = storage.get(key)
  if (!code) return
  try {
    redeemAnswer.parse(await api.json('/api/access/redeem', { body: { code } }))
  } catch (thrown) {
    if (isApiError(thrown) && thrown.code === REFUSED) storage.remove(key)
    throw thrown
  }
  storage.remove(key)
}
