import { isApiError } from '@propsight/shared/client'
import { redeemResponse } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { Services } from './services.ts'

/** Validity of a mail's link, ms: `otp_expiry` of the auth service. */
const LINK_MS = 3_600_000

type LinkNeeds = Pick<Services, 'storage'>

/**
 * Records that this browser requests a mail with a link for this address. The link may then sign in without a
 * question: another site cannot make a browser request one.
 */
export const recordLinkRequest = ({ storage }: LinkNeeds, email: string, now = Date.now()): void =>
  storage.set(STORAGE.requestedLink(normalizeEmail(email)), String(now + LINK_MS))

/** Whether this browser requested a link for this address that is still valid. Removes the record. */
export function takeLinkRequest({ storage }: LinkNeeds, email: string, now = Date.now()): boolean {
  const key = STORAGE.requestedLink(normalizeEmail(email))
  const until = Number(storage.get(key) ?? 0)
  storage.remove(key)
  return until > now
}

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
