import type { AccountRights } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'

type RightsDeps = Pick<Deps, 'repositories' | 'standing'>

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
