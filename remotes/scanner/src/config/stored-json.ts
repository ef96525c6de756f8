import { readStoredJson } from '@propsight/shared/client'
import type * as z from '@propsight/shared/schema'

/** Reads JSON from browser storage; null if it is missing, unreadable, or does not match the schema. */
export function load<T>(storage: () => Storage, key: string, schema: z.ZodType<T>): T | null {
  try {
    return readStoredJson(schema, storage().getItem(key))
  } catch {
    return null
  }
}

/** Writes JSON to browser storage. Without storage the values last until the page is reloaded. */
export function store(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden.
  }
}
