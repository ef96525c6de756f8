import type { ErrorCode } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../http/error.ts'
import { DatabaseRefusal } from '../repositories/data-service.ts'

const CODE_REFUSED = 'Invalid or already used access code'
const CODE_REQUIRED = 'Access code required for new accounts'

const UNDERAGE = 'You must be 21 or older to create an account'

const codeOf = (message: string): ErrorCode => {
  if (message === UNDERAGE) return 'UNDERAGE'
  return message === CODE_REFUSED ? 'ACCESS_CODE_INVALID' : 'BAD_REQUEST'
}

type AccessDeps = Pick<Deps, 'repositories' | 'env'>

async function speakingPlainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    throw new HttpError(400, codeOf(error.message), error.message)
  }
}

/**
 * Reserves a place for a new account: one use of the code, or none for an e-mail that the operator named (which skips
 * the code, not the age).
 * @returns until when the reservation stands, ISO 8601
 * @throws HttpError 400 ACCESS_CODE_INVALID (unknown, expired, used up, missing) or UNDERAGE
 */
export function reserveAccess(
  { repositories, env }: AccessDeps,
  { email, code, dateOfBirth }: { email: string; code?: string | undefined; dateOfBirth: string },
): Promise<string> {
  return speakingPlainly(() => {
    if (env.PRIVILEGED_EMAILS.has(email)) return repositories.access.reservePrivileged(email, dateOfBirth)
    if (code === undefined) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REQUIRED)
    return repositories.access.reserve(code, email, dateOfBirth)
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
