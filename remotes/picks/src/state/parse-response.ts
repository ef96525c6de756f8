import type * as z from '@propsight/shared/schema'

/** Parses a server response. @throws Error with a message for the user if it does not match the schema */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error('The server answered in a form that this version cannot read. Reload the page.', {
    cause: parsed.error,
  })
}
