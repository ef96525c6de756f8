import type { AccountRights } from '@propsight/shared/contracts'
import PQueue from 'p-queue'
import { countWork } from '../../platform/concurrency/event-loop.ts'
import { toHttpError } from '../../platform/errors.ts'
import type { ExportPage, RightsRepository } from '../../repositories/users.ts'
import type { AccountStanding } from './account-standing.ts'

export interface RightsPorts {
  readonly repositories: {
    readonly rights: Pick<RightsRepository, 'delete' | 'exclude' | 'read' | 'setLimit'>
  }
  readonly standing: Pick<AccountStanding, 'forget'>
}

/**
 * Limits the credits that a user may spend within 24 hours. A lower limit applies at once; a higher limit, or
 * none, applies after a day.
 * @param limit credits; null removes the limit
 * @returns the rights after the change
 * @throws HttpError 400, 404
 */
export async function changeLimit(
  { repositories }: RightsPorts,
  userId: string,
  limit: number | null,
): Promise<AccountRights> {
  await toHttpError(repositories.rights.setLimit(userId, limit))
  return repositories.rights.read(userId)
}

/**
 * Excludes a user from the product for `days` days and ends all sessions of the account.
 * @returns end of the exclusion, ISO 8601
 * @throws HttpError 400, 404
 */
export async function excludeAccount(
  { repositories, standing }: RightsPorts,
  userId: string,
  days: number,
): Promise<string> {
  const until = await toHttpError(repositories.rights.exclude(userId, days))
  standing.forget(userId)
  return until
}

/**
 * Deletes an account and all personal data of its user. Idempotent.
 * @param confirm the account's e-mail address as typed by the user
 * @throws HttpError 400 when `confirm` is another address
 */
export async function deleteAccount(
  { repositories, standing }: RightsPorts,
  userId: string,
  confirm: string,
): Promise<void> {
  await toHttpError(repositories.rights.delete(userId, confirm))
  standing.forget(userId)
}

/** Characters of an export that this process and the database handle in a millisecond. */
const EXPORTED_CHARACTERS_PER_MS = 5_000
/** The pages of all exports, one at a time: a page occupies a core of the database. */
const pages = new PQueue({ concurrency: 1 })

/**
 * Reads everything that is stored about a user, page by page, as a client takes it. Counts as work of the caller.
 * @returns the parts of one JSON text of `exportResponse`
 * @throws HttpError 404 for an account that does not exist
 */
export async function* exportAccount(
  rights: Pick<RightsRepository, 'exportPage'>,
  userId: string,
): AsyncGenerator<string, void> {
  let next: ExportPage['next'] = null
  do {
    const after: ExportPage['next'] = next
    const page: ExportPage = await pages.add(() => toHttpError(rights.exportPage(userId, after)))
    countWork(page.text.length / EXPORTED_CHARACTERS_PER_MS)
    yield page.text
    next = page.next
  } while (next !== null)
}
