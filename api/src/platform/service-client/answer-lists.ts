import * as z from 'zod'

/** A field that an answer may lack. Null and values of another type count as absent. */
export const optionalField = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

interface ListOptions<T> {
  /** Identifies an entry: a repeated one is ignored. */
  keyOf?: (entry: T) => unknown
  /** An answer may lack the list, and all entries of it may be unreadable. */
  optional?: boolean
}

/**
 * A list whose entries `readAnswer` parses one by one: one that does not match is skipped and counted. The schema itself is
 * strict, so that tests of other producers of a format are, too.
 */
export function listOf<T>(entry: z.ZodType<T>, { keyOf, optional = false }: ListOptions<T> = {}) {
  const list = z.array(entry).transform((entries) => {
    if (!keyOf) return entries
    const found = new Map<unknown, T>()
    for (const each of entries) if (!found.has(keyOf(each))) found.set(keyOf(each), each)
    return [...found.values()]
  })
  return optional ? z.preprocess((value) => value ?? [], list) : list
}
