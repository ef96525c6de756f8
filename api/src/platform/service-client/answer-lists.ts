import * as z from 'zod'

/** Entries of one list of an answer that could not be parsed. */
export interface SkippedEntries {
  readonly list: string
  readonly skipped: number
  /** Place and problem of the first one. */
  readonly reason: string
}

interface ListState {
  readonly isOptional: boolean
  read: number
  skipped: number
  error: z.ZodError | null
}

/** The lists of the answer that is being parsed. Parsing is synchronous, so there is one answer at a time. */
let lists: Map<string, ListState> | null = null

const describe = ({ issues: [issue] }: z.ZodError): string =>
  issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'unreadable'

/** A field that an answer may lack. Null and values of another type count as absent. */
export const optionalField = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

interface ListOptions<T> {
  /** Identifies an entry: a repeated one is ignored. */
  keyOf?: (entry: T) => unknown
  /** An answer may lack the list, and all entries of it may be unreadable. */
  optional?: boolean
}

/**
 * A list whose entries are parsed one by one: in `readAnswer`, an entry that does not match is skipped and counted under
 * the name of the list. Elsewhere, such an entry is an error, so that tests of other producers of a format are strict.
 */
export function listOf<T>(list: string, entry: z.ZodType<T>, options: ListOptions<T> = {}) {
  const { keyOf, optional = false } = options
  const entries = z.unknown().transform((value, context): T[] => {
    if (optional && (value === undefined || value === null)) return []
    if (!Array.isArray(value)) {
      context.addIssue({ code: 'invalid_type', expected: 'array', input: value })
      return z.NEVER
    }
    const state = lists?.get(list) ?? { isOptional: optional, read: 0, skipped: 0, error: null }
    lists?.set(list, state)
    const found = new Map<unknown, T>()
    for (const [index, raw] of value.entries()) {
      const { data, error } = entry.safeParse(raw)
      if (error) {
        state.skipped += 1
        state.error ??= error
        if (lists === null) {
          for (const { message, path } of error.issues) {
            context.addIssue({ code: 'custom', message, path: [index, ...path], input: raw })
          }
        }
      } else {
        state.read += 1
        const key = keyOf ? keyOf(data) : index
        if (!found.has(key)) found.set(key, data)
      }
    }
    return [...found.values()]
  })
  return optional ? entries.default([]) : entries
}

/**
 * Parses an answer, and the lists in it entry by entry.
 * @returns what was skipped, by list
 * @throws ZodError if the answer does not match, or if a list has entries and none of them matches
 */
export function readAnswer<T>(schema: z.ZodType<T>, body: unknown): { value: T; skipped: SkippedEntries[] } {
  const states = new Map<string, ListState>()
  lists = states
  try {
    const value = schema.parse(body)
    const skipped: SkippedEntries[] = []
    for (const [list, state] of states) {
      if (state.error === null) continue
      if (state.read === 0 && !state.isOptional) throw state.error
      skipped.push({ list, skipped: state.skipped, reason: describe(state.error) })
    }
    return { value, skipped }
  } finally {
    lists = null
  }
}
