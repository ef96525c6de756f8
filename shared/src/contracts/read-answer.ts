import type * as z from '@propsight/shared/schema'

/** Entries of one list of an answer that could not be parsed. */
export interface SkippedEntries {
  /** Path of the list without indexes, such as `dates.games`; empty if the answer itself is the list. */
  readonly list: string
  readonly skipped: number
  /** Place in the entry and problem of the first one. */
  readonly reason: string
}

interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Of a union: the issues of each option, with paths from the union. */
  readonly errors?: readonly (readonly Issue[])[] | undefined
}

/** The issues inside the option of a union that matches furthest, because the issue of the union names no entry. */
function listIssues(issue: Issue): Issue[] {
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path.length))
  const [furthest = []] = (issue.errors ?? [])
    .map((option) => option.flatMap(listIssues))
    .toSorted((a, b) => depth(b) - depth(a))
  if (furthest.length === 0) return [issue]
  return furthest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

type Container = Record<PropertyKey, unknown>
interface Part {
  readonly owner: Container
  readonly key: PropertyKey
}

/** The values on a path, outermost first, up to the first missing one. */
function findParts(root: unknown, path: readonly PropertyKey[]): Part[] {
  const parts: Part[] = []
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break
    const owner = value as Container
    if (Array.isArray(owner) ? !(key in owner) : owner[key] === undefined) break
    parts.push({ owner, key })
    value = owner[key]
  }
  return parts
}

/** In a list of numbers the position has a meaning: without one, those behind it would move up. */
const isSeries = (list: readonly unknown[]): boolean =>
  list.some((entry) => typeof entry === 'number') &&
  !list.some((entry) => typeof entry === 'object' && entry !== null)

class Faults {
  readonly #counts = new Map<string, { skipped: number; reason: string }>()
  readonly #root: unknown
  /** Problems of fields that were removed: if the entry needs the field, its own problem is only that it lacks one. */
  readonly #removed = new Map<unknown, string>()

  constructor(root: unknown) {
    this.#root = root
  }

  /** Removes the smallest part of the answer that contains each issue. @returns false if that is the whole answer */
  remove(issues: readonly Issue[]): boolean {
    const fields: Part[] = []
    const lists = new Map<unknown[], { faulty: Set<PropertyKey>; parts: Part[] }>()
    for (const { path, message } of issues) {
      const parts = findParts(this.#root, path)
      let part = parts.pop()
      const problem = part && this.#removed.get(part.owner[part.key])
      while (part && Array.isArray(part.owner) && isSeries(part.owner)) part = parts.pop()
      if (!part) return false
      if (!Array.isArray(part.owner)) {
        fields.push(part)
        this.#removed.set(part.owner, message)
        continue
      }
      const list = lists.get(part.owner) ?? { faulty: new Set(), parts }
      lists.set(part.owner, list)
      if (list.faulty.has(part.key)) continue
      list.faulty.add(part.key)
      this.#count(path.slice(0, parts.length), path.slice(parts.length + 1), problem ?? message)
    }
    for (const { owner, key } of fields) owner[key] = undefined
    for (const [list, { faulty, parts }] of lists) {
      const rest = list.filter((_, index) => !faulty.has(index))
      list.splice(0, list.length, ...rest)
      if (rest.length > 0) continue
      // An empty list would say that there are no entries.
      const part = parts.pop()
      if (!part) return false
      if (!Array.isArray(part.owner)) part.owner[part.key] = undefined
    }
    return true
  }

  #count(list: readonly PropertyKey[], inside: readonly PropertyKey[], message: string): void {
    const name = list.filter((key) => typeof key !== 'number').join('.')
    const { skipped = 0, reason = [inside.join('.'), message].filter(Boolean).join(': ') } =
      this.#counts.get(name) ?? {}
    this.#counts.set(name, { skipped: skipped + 1, reason })
  }

  list(): SkippedEntries[] {
    return [...this.#counts].map(([list, count]) => ({ list, ...count }))
  }
}

/**
 * Parses an answer so that an unreadable part costs as little as possible: an optional field is absent, an entry of a list
 * is skipped and counted, and a list with entries of which none can be read is treated as absent. The schema itself stays
 * strict. Not for answers with a list whose entries depend on each other, such as the legs of an entry.
 * @throws ZodError if a required part cannot be read
 */
export function readAnswer<T>(
  schema: z.ZodType<T>,
  answer: unknown,
): { value: T; skipped: readonly SkippedEntries[] } {
  const first = schema.safeParse(answer)
  if (first.success) return { value: first.data, skipped: [] }
  const copy: unknown = structuredClone(answer)
  const faults = new Faults(copy)
  let parsed: ReturnType<typeof schema.safeParse> = first
  while (!parsed.success) {
    if (!faults.remove((parsed.error.issues as readonly Issue[]).flatMap(listIssues))) throw first.error
    parsed = schema.safeParse(copy)
  }
  return { value: parsed.data, skipped: faults.list() }
}

/** Number of entries that were skipped in a list, or in all lists. */
export const countSkipped = (skipped: readonly SkippedEntries[], list?: string): number =>
  skipped.reduce(
    (sum, entries) => (list === undefined || entries.list === list ? sum + entries.skipped : sum),
    0,
  )

/** Text for users about an answer that this release cannot parse. */
export const UNREADABLE_ANSWER = 'This version cannot read the server’s answer. Reload the page.'

/**
 * Parses a server response; see `readAnswer`.
 * @returns the value, and what was skipped in its lists
 * @throws Error with a message for the user if a required part does not match the schema
 */
export function readResponse<T>(schema: z.ZodType<T>, value: unknown): ReturnType<typeof readAnswer<T>> {
  try {
    return readAnswer(schema, value)
  } catch (cause) {
    throw new Error(UNREADABLE_ANSWER, { cause })
  }
}

/** Parses a stored JSON text, entry by entry as `readAnswer` does; null if it is missing, invalid JSON, or does not match. */
export function readStoredJson<T>(schema: z.ZodType<T>, json: string | null): T | null {
  if (json === null) return null
  try {
    return readAnswer(schema, JSON.parse(json)).value
  } catch {
    return null
  }
}
