const STORAGE_KEY = 'propsight:admin-key-given'

/** Whether a valid key was entered in this browser before. The key itself is not stored. */
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
    // Without storage only the hint on the next visit differs.
  }
}
