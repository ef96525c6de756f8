import type * as z from 'zod'

/** Reads an answer of the server. @throws Error with a sentence for the screen when the shape is another */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('The server answered in a form that this version cannot read. Reload the page.', {
    cause: parsed.error,
  })
}

/** Text of a browser's storage as a `T`; null when it is missing, no JSON, or another shape. */
export function readJson<T>(schema: z.ZodType<T>, json: string | null): T | null {
  if (json === null) return null
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
