import { isApiError } from '@propsight/shared/client'
import { emailExistsAnswer, redeemAnswer, reserveAnswer } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { Services } from './services.ts'

type Needs = Pick<Services, 'api' | 'storage'>

/** E-mails are compared as the server compares them. */
export const plainEmail = (email: string): string => email.trim().toLowerCase()

const keyOf = (email: string): string => STORAGE.pendingCode(plainEmail(email))

/** The code that was reserved for this e-mail in this browser and waits for the first sign-in. */
export const pendingCode = ({ storage }: Needs, email: string): string | null => storage.get(keyOf(email))

/** Whether the server knows the e-mail. A failure counts as not existing (specification 1 §7). */
export async function emailExists({ api }: Needs, email: string): Promise<boolean> {
  try {
    const answer = await api.json('/api/access/email-exists', { body: { email: plainEmail(email) } })
    return emailExistsAnswer.parse(answer).exists
  } catch {
    return false
  }
}

/**
 * Reserves a place for a new account and keeps the code until it is redeemed. Without a code only an e-mail that the
 * operator named gets one.
 * @throws ApiError with the server's text
 */
export async function reserveAccess(
  { api, storage }: Needs,
  { email, code, dateOfBirth }: { email: string; code: string; dateOfBirth: string },
): Promise<void> {
  const trimmed = code.trim()
  const body = { email: plainEmail(email), dateOfBirth, ...(trimmed ? { code: trimmed } : {}) }
  reserveAnswer.parse(await api.json('/api/access/reserve', { body }))
  if (trimmed) storage.set(keyOf(email), trimmed)
}

/** What the server says of a code that is of no use now and will be of none later. */
const REFUSED = 'ACCESS_CODE_INVALID'

/**
 * Redeems the code that waits for this e-mail, if any, and forgets it. Needs the user's session.
 * @throws ApiError; the code is kept for the next sign-in then, unless it was refused for good, since it would end
 * every later sign-in as well
 */
export async function redeemPending(needs: Needs, email: string): Promise<void> {
  const code = pendingCode(needs, email)
  if (!code) return
  try {
    redeemAnswer.parse(await needs.api.json('/api/access/redeem', { body: { code } }))
  } catch (thrown) {
    if (isApiError(thrown) && thrown.code === REFUSED) needs.storage.remove(keyOf(email))
    throw thrown
  }
  needs.storage.remove(keyOf(email))
}
