const STORAGE_KEY = 'propsight:admin-key-given'

/** Whether a key was given in this browser. The key itself is kept nowhere. */
export function wasKeyGiven(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

export function rememberKey(given: boolean): void {
  try {
    if (given) localStorage.setItem(STORAGE_KEY, 'yes')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // A full or forbidden storage costs a sentence on the next visit, nothing else.
  }
}
