import { parseDecimal } from '@propsight/shared/format'
import * as z from 'zod'

/** A field that an answer may lack. Null and values of another type count as absent. */
export const optionalField = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 'true', 't', 'yes', 'y', '1', 'on'])
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 'false', 'f', 'no', 'n', '0', 'off'])

/**
 * Reads a truth value of an answer, also a number or a word.
 * @returns undefined for null and an empty text, which count as absent; null for a value that cannot be read
 */
export function readFlag(value: unknown): boolean | null | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : (value ?? '')
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  return word === '' ? undefined : null
}

/** A truth value that an answer may lack. @param otherwise what an unreadable value counts as; absent by default */
export const flagField = (otherwise?: boolean) =>
  z.preprocess((value) => {
    const flag = readFlag(value)
    return flag === null ? otherwise : flag
  }, z.boolean().optional())

/** A number that is not negative, also written as a text (`parseDecimal`). Any other text stays unreadable. */
export const numberField = () =>
  z.preprocess((value) => (typeof value === 'string' ? parseDecimal(value) : value), z.number().nonnegative())

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
