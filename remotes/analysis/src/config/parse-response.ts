import type * as z from '@propsight/shared/schema'

/** Parses a server response. @throws Error with a message for the user if it does not match the schema */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('This version cannot read the server’s answer. Reload the page.', {
    cause: parsed.error,
  })
}

/** Parses JSON from browser storage; null if it is missing, invalid JSON, or does not match the schema. */
export function readJson<T>(schema: z.ZodType<T>, json: string | null): T | null {
  if (json === null) return null
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
