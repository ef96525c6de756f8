import type * as z from '@propsight/shared/schema'

/** Parses a server response. @throws Error with a message for the user if it does not match the schema */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('This version cannot read the server’s answer. Reload the page.', {
    cause: parsed.error,
  })
}

/** Reads JSON from browser storage; null if it is missing, unreadable, or does not match the schema. */
export function load<T>(storage: () => Storage, key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(storage().getItem(key) ?? ''))
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
