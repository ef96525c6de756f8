import { emailExistsResponse, reserveResponse } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import { STORAGE } from '../../config/storage-keys.ts'
import { normalizeEmail, pendingCodeKey } from '../../state/pending-code.ts'
import type { Services } from '../../state/services.ts'

type Needs = Pick<Services, 'api' | 'storage'>

export interface EmailStatus {
  exists: boolean
  /** Whether a new account needs a code; null when unknown: the server then decides on reservation. */
  codeRequired: boolean | null
  /** Why the request failed, so that it is not known whether the e-mail has an account. */
  failure?: unknown
}

/** Reads whether an e-mail has an account and needs a code. A failed request counts as not existing (A4). */
export async function fetchEmailStatus({ api }: Pick<Services, 'api'>, email: string): Promise<EmailStatus> {
  try {
    const answer = await api.json('/api/access/email-exists', { body: { email: normalizeEmail(email) } })
    const { exists, codeRequired = null } = emailExistsResponse.parse(answer)
    return { exists, codeRequired }
  } catch (failure) {
    return { exists: false, codeRequired: null, failure }
  }
}

export interface Reservation {
  email: string
  code: string
  dateOfBirth: string
  region: string
}

const reservationKey = (email: string) => STORAGE.reservation(normalizeEmail(email))

/** Forgets the secret after the account was created. */
export const forgetReservation = ({ storage }: Pick<Services, 'storage'>, email: string): void =>
  storage.remove(reservationKey(email))

/**
 * Reserves a new account with an access code, and stores the code until it is redeemed (A5). The secret of the
 * reservation is stored too: after a reload, the form renews its place instead of taking another one. Without a code
 * the server accepts only privileged e-mails. `legalVersion` is the version of the legal texts that the form
 * links to.
 * @returns the secret, without which the server creates no account
 * @throws ApiError with the server's text
 */
export async function reserveAccess(
  { api, storage }: Needs,
  { email, code, dateOfBirth, region }: Reservation,
): Promise<string> {
  const trimmed = code.trim()
  const known = storage.get(reservationKey(email))
  const body = {
    email: normalizeEmail(email),
    dateOfBirth,
    legalVersion: LEGAL_VERSION,
    ...(trimmed ? { code: trimmed } : {}),
    ...(region ? { region } : {}),
    ...(known ? { secret: known } : {}),
  }
  const { secret } = reserveResponse.parse(await api.json('/api/access/reserve', { body }))
  storage.set(reservationKey(email), secret)
  if (trimmed) storage.set(pendingCodeKey(email), trimmed)
  return secret
}
