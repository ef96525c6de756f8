import type * as z from 'zod'

/**
 * Reads a stored value. Null when it is missing or invalid or when storage is denied; the data is then
 * requested again (H5, H6).
 */
export function readKept<T>(schema: z.ZodType<T>, key: string): T | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Stores a value as JSON. A full or denied storage is ignored. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The next visit requests the data again.
  }
}

/** Removes all keys with a prefix, except one. */
export function forget(prefix: string, but?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key !== but) localStorage.removeItem(key)
    }
  } catch {
    // Storage is denied: there is nothing to remove.
  }
}
