import type { ErrorCode, reserveBody } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import type * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { HttpError } from '../../platform/errors.ts'
import type { DatabaseRefusal } from '../../repositories/data-service.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'
import { requireOpenRegion } from './regions.ts'

const CODE_REFUSED = 'Invalid or already used access code'
const CODE_REQUIRED = 'Access code required for new accounts'
const UNDERAGE = 'You must be 21 or older to create an account'

const codeOf = ({ status, message }: DatabaseRefusal): ErrorCode => {
  if (status === 403) return 'SELF_EXCLUDED'
  if (message === UNDERAGE) return 'UNDERAGE'
  return message === CODE_REFUSED ? 'ACCESS_CODE_INVALID' : 'BAD_REQUEST'
}

type ReserveBody = z.infer<typeof reserveBody>
type AccessDeps = Pick<Deps, 'repositories' | 'env'>

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
  const needed = env.PRIVILEGED_EMAILS.has(email) ? null : code
  if (needed === undefined) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REQUIRED)
  const place = { email, code: needed, dateOfBirth, legalVersion: legalVersion ?? null }
  return speakPlainly(repositories.access.reserve(place), codeOf)
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
  const redeemed = await speakPlainly(repositories.access.redeem(userId, code), codeOf)
  if (!redeemed) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REFUSED)
  return { redeemed: true }
}
