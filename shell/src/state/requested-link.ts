import { STORAGE } from '../config/storage-keys.ts'
import { normalizeEmail } from './pending-code.ts'
import type { Services } from './services.ts'

/** Validity of a mail's link, ms: `otp_expiry` of the auth service. */
const LINK_MS = 3_600_000

type Needs = Pick<Services, 'storage'>

/**
 * Records that this browser requests a mail with a link for this address. The link may then sign in without a
 * question: another site cannot make a browser request one.
 */
export const recordLinkRequest = ({ storage }: Needs, email: string): void =>
  storage.set(STORAGE.requestedLink(normalizeEmail(email)), String(Date.now() + LINK_MS))

/** Whether this browser requested a link for this address that is still valid. Removes the record. */
export function takeLinkRequest({ storage }: Needs, email: string): boolean {
  const key = STORAGE.requestedLink(normalizeEmail(email))
  const until = Number(storage.get(key) ?? 0)
  storage.remove(key)
  return until > Date.now()
}
