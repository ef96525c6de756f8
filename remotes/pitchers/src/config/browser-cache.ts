import { readStoredJson } from '@propsight/shared/client'
import type * as z from '@propsight/shared/schema'

/** Version and lifetime (12 h, ms) of the page's browser caches: statistics per date, and lines (H5, H6). */
export const PITCHER_CACHE_VERSION = 3
export const PITCHER_CACHE_MS = 43_200_000

/**
 * Whether a stored value is valid: current version and younger than twelve hours. A time in the future, after
 * the clock was set back, is invalid.
 * @param timestamp milliseconds since the epoch
 * @param nowMs milliseconds since the epoch
 */
export const isFresh = (version: number, timestamp: number, nowMs: number): boolean =>
  version === PITCHER_CACHE_VERSION && timestamp <= nowMs && nowMs - timestamp < PITCHER_CACHE_MS

/**
 * Reads a stored value. Null when it is missing or invalid or when storage is denied; the data is then
 * requested again (H5, H6).
 */
export function readStored<T>(schema: z.ZodType<T>, key: string): T | null {
  try {
    return readStoredJson(schema, localStorage.getItem(key))
  } catch {
    return null
  }
}

/** Stores a value as JSON. A full or denied storage is ignored. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The next visit requests the data again.
  }
}

/** Removes all keys with a prefix, except one. */
export function removeStored(prefix: string, except?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key !== except) localStorage.removeItem(key)
    }
  } catch {
    // Storage is denied: there is nothing to remove.
  }
}
