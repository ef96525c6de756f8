import { COPY_KEY, SET_ASIDE_KEY, unsentPart } from '@propsight/shared/client'

/** Prefix of what remotes store. The shell removes its own values by name. */
const PREFIX = 'propsight:'

/**
 * What stays of a stored value after its user signed out: picks that the server does not have yet, and what could not be
 * read of the picks, which may be such a pick.
 */
function remainderOf(key: string, text: string, userId: string): string | null {
  if (key === `${COPY_KEY}:${userId}`) return unsentPart(text)
  return key === `${SET_ASIDE_KEY}:${userId}` ? text : null
}

/** Removes what names a user, in its key or value, from the storage of this browser: another person may use it next. */
export function clearDevice(userId: string, areas = [() => localStorage, () => sessionStorage]): void {
  for (const area of areas) {
    try {
      const storage = area()
      for (const key of Object.keys(storage)) {
        const text = storage.getItem(key) ?? ''
        if (!key.startsWith(PREFIX) || !(key + text).includes(userId)) continue
        const rest = remainderOf(key, text, userId)
        if (rest === null) storage.removeItem(key)
        else if (rest !== text) storage.setItem(key, rest)
      }
    } catch {
      // A denied storage holds nothing.
    }
  }
}
