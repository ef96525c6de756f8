import type { ErrorCode, reserveBody } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import type * as z from 'zod'
import type { Deps } from '../deps.ts'
import { HttpError } from '../http/error.ts'
import { DatabaseRefusal } from '../repositories/data-service.ts'
import { requireOpenRegion } from './regions.ts'

const CODE_REFUSED = 'Invalid or already used access code'
const CODE_REQUIRED = 'Access code required for new accounts'

const UNDERAGE = 'You must be 21 or older to create an account'

const codeOf = (message: string): ErrorCode => {
  if (message === UNDERAGE) return 'UNDERAGE'
  return message === CODE_REFUSED ? 'ACCESS_CODE_INVALID' : 'BAD_REQUEST'
}

type ReserveBody = z.infer<typeof reserveBody>
type AccessDeps = Pick<Deps, 'repositories' | 'env'>

async function speakingPlainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    if (error.status === 403) throw new HttpError(403, 'SELF_EXCLUDED', error.message)
    throw new HttpError(400, codeOf(error.message), error.message)
  }
}

/** Nobody agrees to words that are no longer the words. */
function requireCurrentTerms(legalVersion: string | undefined) {
  if (legalVersion === undefined || legalVersion === LEGAL_VERSION) return
  throw new HttpError(409, 'CONFLICT', 'The terms have changed. Reload the page to read them.')
}

/**
 * Reserves a place for a new account: one use of the code, or none for an e-mail that the operator named (which skips
 * the code, not the age and the region). Keeps the version of the legal texts that was accepted.
 * @param seenRegion what the proxy says of where the visitor is; empty where none does
 * @returns until when the reservation stands, ISO 8601
 * @throws HttpError 400 ACCESS_CODE_INVALID (unknown, expired, used up, missing) or UNDERAGE, 403 REGION_CLOSED or
 * SELF_EXCLUDED, 409 when the legal texts are newer
 */
export async function reserveAccess(
  { repositories, env }: AccessDeps,
  { email, code, dateOfBirth, region, legalVersion }: ReserveBody,
  seenRegion: string,
): Promise<string> {
  requireOpenRegion(env, region, seenRegion)
  requireCurrentTerms(legalVersion)
  const asked = { email, dateOfBirth, legalVersion: legalVersion ?? null }
  return speakingPlainly(() => {
    if (env.PRIVILEGED_EMAILS.has(email)) return repositories.access.reserve({ ...asked, code: null })
    if (code === undefined) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REQUIRED)
    return repositories.access.reserve({ ...asked, code })
  })
}

/**
 * Uses a reserved code up for its account. Repeating it is harmless.
 * @throws HttpError 400 ACCESS_CODE_INVALID
 */
export async function redeemAccess(
  { repositories }: AccessDeps,
  userId: string,
  code: string,
): Promise<{ redeemed: true }> {
  const redeemed = await speakingPlainly(() => repositories.access.redeem(userId, code))
  if (!redeemed) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REFUSED)
  return { redeemed: true }
}
