import type * as z from 'zod'

/** Reads an answer of the server. @throws Error with a sentence for the screen when the shape is another */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('The server answered in a form that this version cannot read. Reload the page.', {
    cause: parsed.error,
  })
}
