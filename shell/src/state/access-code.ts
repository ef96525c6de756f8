import { emailExistsAnswer, reserveAnswer } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import { pendingCodeKey, plainEmail } from './pending-code.ts'
import type { Services } from './services.ts'

type Needs = Pick<Services, 'api' | 'storage'>

export interface EmailStatus {
  exists: boolean
  /** Whether a new account needs a code; null where nobody said, and the server decides when it is reserved. */
  codeRequired: boolean | null
}

/** What the server says of an e-mail. A failure counts as not existing (specification 1 §7). */
export async function emailStatus({ api }: Pick<Services, 'api'>, email: string): Promise<EmailStatus> {
  try {
    const answer = await api.json('/api/access/email-exists', { body: { email: plainEmail(email) } })
    const { exists, codeRequired = null } = emailExistsAnswer.parse(answer)
    return { exists, codeRequired }
  } catch {
    return { exists: false, codeRequired: null }
  }
}

export interface Reservation {
  email: string
  code: string
  dateOfBirth: string
  region: string
}

/**
 * Reserves a place for a new account and keeps the code until it is redeemed. Without a code only an e-mail that the
 * operator named gets one. The form shows and links the legal texts of the version that is sent.
 * @throws ApiError with the server's text
 */
export async function reserveAccess(
  { api, storage }: Needs,
  { email, code, dateOfBirth, region }: Reservation,
): Promise<void> {
  const trimmed = code.trim()
  const body = {
    email: plainEmail(email),
    dateOfBirth,
    legalVersion: LEGAL_VERSION,
    ...(trimmed ? { code: trimmed } : {}),
    ...(region ? { region } : {}),
  }
  reserveAnswer.parse(await api.json('/api/access/reserve', { body }))
  if (trimmed) storage.set(pendingCodeKey(email), trimmed)
}
