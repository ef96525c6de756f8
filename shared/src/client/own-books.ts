import * as z from '@propsight/shared/schema'
import { ODDS_SETTINGS_KEY } from '../contracts/page-config.ts'
import { readStoredJson } from '../contracts/read-answer.ts'

/** Keys of the books whose prices count as best; null for all books, also for those of later days. */
export const ownBooksSchema = z.array(z.string().max(40)).max(60).nullable().catch(null)

/** The user's books, as stored on this device: on every screen only their prices count. Null for all books. */
export function readOwnBooks(): readonly string[] | null {
  try {
    const settings = z.object({ books: ownBooksSchema })
    return readStoredJson(settings, localStorage.getItem(ODDS_SETTINGS_KEY))?.books ?? null
  } catch {
    return null
  }
}
