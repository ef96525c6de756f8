import type * as z from 'zod'

/** Parses a response of the server. @throws Error with a text for the user when the form is invalid */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('The server answered in a form that this version cannot read. Reload the page.', {
    cause: parsed.error,
  })
}
