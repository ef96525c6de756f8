import type { AccountRights, ErrorCode } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../http/error.ts'
import { DatabaseRefusal } from '../repositories/data-service.ts'

type RightsDeps = Pick<Deps, 'repositories' | 'standing'>

const CODES: Record<number, ErrorCode> = { 404: 'NOT_FOUND' }

async function speakPlainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    throw new HttpError(error.status, CODES[error.status] ?? 'BAD_REQUEST', error.message, { cause: error })
  }
}

/**
 * Sets the credits that a user may spend within 24 hours: a lower limit at once, a higher one or none after a day.
 * @returns the rights as they are now
 */
export async function changeLimit(
  { repositories }: RightsDeps,
  userId: string,
  limit: number | null,
): Promise<AccountRights> {
  await speakPlainly(repositories.rights.setLimit(userId, limit))
  return repositories.rights.read(userId)
}

/** Locks a user out for so many days and signs them out everywhere. @returns until when, ISO 8601 */
export async function excludeAccount(
  { repositories, standing }: RightsDeps,
  userId: string,
  days: number,
): Promise<string> {
  const until = await speakPlainly(repositories.rights.exclude(userId, days))
  standing.forget(userId)
  return until
}

/**
 * Deletes an account with all that is stored about its person. Repeating it is harmless.
 * @param confirm the account's e-mail address, as the user typed it
 * @throws HttpError 400 when it is another address
 */
export async function deleteAccount(
  { repositories, standing }: RightsDeps,
  userId: string,
  confirm: string,
): Promise<void> {
  await speakPlainly(repositories.rights.delete(userId, confirm))
  standing.forget(userId)
}
