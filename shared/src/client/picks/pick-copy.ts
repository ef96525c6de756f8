import * as z from 'zod'
import { pickIdSchema, pickSchema } from '../../contracts/pick.ts'
import { type PickRow, pickRowSchema } from '../../contracts/pick-row.ts'

/** Strict where the server's rows are lenient: a copy is all there is of a pick that was never sent. */
const copiedRow = z.looseObject({ ...pickRowSchema.shape, pick: pickSchema.nullable() })

const entrySchema = z.object({
  row: copiedRow,
  /**
   * What the server does not have yet: a `new` pick is offered to it (and may have been deleted elsewhere), a `put`
   * replaces or brings back what it had. Absent once it has it.
   */
  unsent: z.enum(['new', 'put']).optional(),
  /** When this device last wrote it, epoch milliseconds. */
  at: z.int(),
})
export type Entry = z.infer<typeof entrySchema>

const removedSchema = z.object({ id: pickIdSchema, unsent: z.boolean(), at: z.int() })

const copyShell = z.object({
  version: z.literal(1),
  entries: z.array(z.unknown()),
  removed: z.array(z.unknown()),
  /** When the number of picks last changed without the server's having been told; null once it was. */
  changed: z.int().nullable(),
})

/** What a device knows of one user's picks: the last list, and every write that the server has not confirmed. */
export interface PickCopy {
  version: 1
  entries: Entry[]
  removed: z.infer<typeof removedSchema>[]
  changed: number | null
}

/** The copy of a device that has kept nothing yet. */
export const emptyCopy = (): PickCopy => ({ version: 1, entries: [], removed: [], changed: null })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** NUL and half a surrogate pair, as JSON writes them: no database keeps such text, and the whole list would be refused. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** Who draws a pick writes its times out, and cannot without them. */
const hasTimes = (row: PickRow): boolean =>
  [row.created_at, row.expires_at].every((time) => !Number.isNaN(Date.parse(time)))

/**
 * Reads what lies in storage, whoever wrote it.
 * @returns the copy, and whatever is no pick of ours, to be set aside
 */
export function readCopy(text: string): { copy: PickCopy; unreadable: unknown[] } {
  const shell = copyShell.safeParse(jsonOf(text))
  if (!shell.success) return { copy: emptyCopy(), unreadable: [text] }
  const unreadable: unknown[] = []
  const suspect = UNSTORABLE.test(text)
  const entries = new Map<string, Entry>()
  for (const value of shell.data.entries) {
    const entry = entrySchema.safeParse(value)
    const isKept =
      entry.success && hasTimes(entry.data.row) && !(suspect && UNSTORABLE.test(JSON.stringify(value)))
    if (isKept) entries.set(entry.data.row.id, entry.data)
    else unreadable.push(value)
  }
  const removed = shell.data.removed.flatMap((value) => removedSchema.safeParse(value).data ?? [])
  return { copy: { ...shell.data, entries: [...entries.values()], removed }, unreadable }
}

const without = (copy: PickCopy, ids: ReadonlySet<string>) => ({
  entries: copy.entries.filter(({ row }) => !ids.has(row.id)),
  removed: copy.removed.filter(({ id }) => !ids.has(id)),
})

/** Rows added or replaced, not yet on the server. */
export function withRows(copy: PickCopy, rows: readonly PickRow[], at: number): PickCopy {
  const known = new Map(copy.entries.map((entry) => [entry.row.id, entry]))
  const gone = new Set(copy.removed.map(({ id }) => id))
  const added = new Map(
    rows.map((row): [string, Entry] => {
      const before = known.get(row.id)
      const unsent = (before && before.unsent !== 'new') || gone.has(row.id) ? 'put' : 'new'
      return [row.id, { row: { ...row }, unsent, at }]
    }),
  )
  const rest = without(copy, new Set(added.keys()))
  const changed = rows.some(({ id }) => !known.has(id)) ? at : copy.changed
  return { ...copy, removed: rest.removed, entries: [...added.values(), ...rest.entries], changed }
}

/** Rows taken away, which the server has still to hear. */
export function withoutRows(copy: PickCopy, ids: readonly string[], at: number): PickCopy {
  const rest = without(copy, new Set(ids))
  const removed = [...rest.removed, ...ids.map((id) => ({ id, unsent: true, at }))]
  return { ...copy, entries: rest.entries, removed, changed: ids.length > 0 ? at : copy.changed }
}

/** The server has these writes, unless something newer was written meanwhile. */
export function confirmed(copy: PickCopy, ids: readonly string[], sentAt: number, at: number): PickCopy {
  const sent = new Set(ids)
  return {
    ...copy,
    entries: copy.entries.map((entry) =>
      sent.has(entry.row.id) && entry.at <= sentAt ? { row: entry.row, at } : entry,
    ),
    removed: copy.removed.map((gone) =>
      sent.has(gone.id) && gone.at <= sentAt ? { ...gone, unsent: false, at } : gone,
    ),
  }
}

/** Rows that are no more: refused, deleted elsewhere, or expired. The server needs not be told. */
export const dropped = (copy: PickCopy, ids: readonly string[]): PickCopy => ({
  ...copy,
  ...without(copy, new Set(ids)),
})

/** The server's list, with what this device wrote since it was asked for. @param askedAt epoch milliseconds */
export function withList(copy: PickCopy, rows: readonly PickRow[], askedAt: number): PickCopy {
  const removed = copy.removed.filter(({ unsent, at }) => unsent || at >= askedAt)
  const gone = new Set(removed.map(({ id }) => id))
  const own = copy.entries.filter(({ unsent, at }) => unsent !== undefined || at >= askedAt)
  const listed = new Set(rows.map(({ id }) => id))
  const kept = own.filter(({ row, unsent, at }) => unsent === 'put' || at >= askedAt || !listed.has(row.id))
  const ours = new Set(kept.map(({ row }) => row.id))
  const theirs = rows.filter(({ id }) => !gone.has(id) && !ours.has(id))
  return { ...copy, removed, entries: [...kept, ...theirs.map((row) => ({ row: { ...row }, at: 0 }))] }
}

/** When this device last wrote any of it, epoch milliseconds. */
export const newestOf = ({ entries, removed, changed }: PickCopy): number =>
  [...entries, ...removed].reduce((newest, { at }) => Math.max(newest, at), changed ?? 0)

/** How many writes wait for the server. */
export const unsentOf = (copy: PickCopy): number =>
  copy.entries.filter(({ unsent }) => unsent).length + copy.removed.filter(({ unsent }) => unsent).length

/** Newest first. */
export const rowsOf = (copy: PickCopy): PickRow[] =>
  copy.entries
    .map(({ row }) => row)
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
