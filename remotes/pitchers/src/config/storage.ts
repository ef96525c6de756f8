import type * as z from 'zod'

/**
 * What the browser keeps under a key, or null: missing, no JSON, another shape, or a storage that is forbidden. A
 * failed read costs a request, nothing else (specification 2 §8).
 */
export function readKept<T>(schema: z.ZodType<T>, key: string): T | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps a value; a full or forbidden storage is ignored (specification 2 §8). */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The next visit reads it again.
  }
}

/** Forgets every key that begins like this, but one. */
export function forget(prefix: string, but?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key !== but) localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}
