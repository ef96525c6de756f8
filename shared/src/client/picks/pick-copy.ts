import * as z from '@propsight/shared/schema'
import { replaceEqualDeep } from '@tanstack/react-query'
import { type PickRow, pickIdSchema, pickRowSchema, pickSchema } from '../../contracts/picks/pick.ts'

/** Stricter than the schema of server rows: a copy is the only data of a pick that has not been sent yet. */
const copiedRow = z.looseObject({ ...pickRowSchema.shape, pick: pickSchema.nullable() })

const entrySchema = z.object({
  row: copiedRow,
  /**
   * Kind of a change that the server does not have yet: `new` is a pick to add, unless it was deleted on
   * another device; `put` replaces or restores a row. Absent once the server has confirmed it.
   */
  unsent: z.enum(['new', 'put']).optional(),
  /** Time of this device's last write to the entry, epoch milliseconds. */
  at: z.int(),
})
export type Entry = z.infer<typeof entrySchema>

const removedSchema = z.object({ id: pickIdSchema, unsent: z.boolean(), at: z.int() })

const copyShell = z.object({
  version: z.literal(1),
  entries: z.array(z.unknown()),
  removed: z.array(z.unknown()),
  /**
   * Time of the last change of the number of picks that has not been synced; null once synced. Epoch
   * milliseconds.
   */
  changed: z.int().nullable(),
})

/** A device's copy of one user's picks: the last list of the server and all unconfirmed writes. */
export interface PickCopy {
  version: 1
  entries: Entry[]
  removed: z.infer<typeof removedSchema>[]
  changed: number | null
}

/** Returns an empty copy. */
export const emptyCopy = (): PickCopy => ({ version: 1, entries: [], removed: [], changed: null })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * NUL and unpaired surrogates in JSON notation. The database refuses such text, and with it the whole
 * request.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** Returns whether both times are valid; cards cannot display a pick without them. */
const hasTimes = (row: PickRow): boolean =>
  [row.created_at, row.expires_at].every((time) => !Number.isNaN(Date.parse(time)))

/**
 * Parses a stored copy. The text is untrusted: it may have any content.
 * @returns the copy, and the values that are not valid entries, to be set aside
 */
export function readCopy(text: string): { copy: PickCopy; unreadable: unknown[] } {
  const shell = copyShell.safeParse(jsonOf(text))
  if (!shell.success) return { copy: emptyCopy(), unreadable: [text] }
  const unreadable: unknown[] = []
  const suspect = UNSTORABLE.test(text)
  const entries = new Map<string, Entry>()
  for (const value of shell.data.entries) {
    const entry = entrySchema.safeParse(value)
    const isValid =
      entry.success && hasTimes(entry.data.row) && !(suspect && UNSTORABLE.test(JSON.stringify(value)))
    if (isValid) entries.set(entry.data.row.id, entry.data)
    else unreadable.push(value)
  }
  const removed = shell.data.removed.flatMap((value) => removedSchema.safeParse(value).data ?? [])
  return { copy: { ...shell.data, entries: [...entries.values()], removed }, unreadable }
}

const without = (copy: PickCopy, ids: ReadonlySet<string>) => ({
  entries: copy.entries.filter(({ row }) => !ids.has(row.id)),
  removed: copy.removed.filter(({ id }) => !ids.has(id)),
})

/** Returns the copy with rows added or replaced, marked as unsent. */
export function addRows(copy: PickCopy, rows: readonly PickRow[], at: number): PickCopy {
  const existing = new Map(copy.entries.map((entry) => [entry.row.id, entry]))
  const removedIds = new Set(copy.removed.map(({ id }) => id))
  const added = new Map(
    rows.map((row): [string, Entry] => {
      const before = existing.get(row.id)
      const unsent = (before && before.unsent !== 'new') || removedIds.has(row.id) ? 'put' : 'new'
      return [row.id, { row: { ...row }, unsent, at }]
    }),
  )
  const rest = without(copy, new Set(added.keys()))
  const changed = rows.some(({ id }) => !existing.has(id)) ? at : copy.changed
  return { ...copy, removed: rest.removed, entries: [...added.values(), ...rest.entries], changed }
}

/** Returns the copy without these rows, with the removals marked as unsent. */
export function removeRows(copy: PickCopy, ids: readonly string[], at: number): PickCopy {
  const rest = without(copy, new Set(ids))
  const removed = [...rest.removed, ...ids.map((id) => ({ id, unsent: true, at }))]
  return { ...copy, entries: rest.entries, removed, changed: ids.length > 0 ? at : copy.changed }
}

/** Returns the copy with these writes marked as sent, except those that changed after `sentAt`. */
export function confirmWrites(copy: PickCopy, ids: readonly string[], sentAt: number, at: number): PickCopy {
  const sent = new Set(ids)
  return {
    ...copy,
    entries: copy.entries.map((entry) =>
      sent.has(entry.row.id) && entry.at <= sentAt ? { row: entry.row, at } : entry,
    ),
    removed: copy.removed.map((removal) =>
      sent.has(removal.id) && removal.at <= sentAt ? { ...removal, unsent: false, at } : removal,
    ),
  }
}

/**
 * Returns the copy without rows that were refused, deleted elsewhere or expired. Nothing is sent for them.
 */
export const dropRows = (copy: PickCopy, ids: readonly string[]): PickCopy => ({
  ...copy,
  ...without(copy, new Set(ids)),
})

/** Returns the copy with the entries of `before` for these ids, except those that were written after `at`. */
export function undoWrites(copy: PickCopy, before: PickCopy, ids: readonly string[], at: number): PickCopy {
  const newer = new Set([
    ...copy.entries.filter((entry) => entry.at > at).map(({ row }) => row.id),
    ...copy.removed.filter((removal) => removal.at > at).map(({ id }) => id),
  ])
  const undone = new Set(ids.filter((id) => !newer.has(id)))
  const rest = without(copy, undone)
  return {
    ...copy,
    entries: [...rest.entries, ...before.entries.filter(({ row }) => undone.has(row.id))],
    removed: [...rest.removed, ...before.removed.filter(({ id }) => undone.has(id))],
    changed: copy.changed === at ? before.changed : copy.changed,
  }
}

/**
 * Merges the server's list with unsent changes and with writes after the request.
 * @param requestedAt time of the request, epoch milliseconds
 */
export function mergeServerList(copy: PickCopy, rows: readonly PickRow[], requestedAt: number): PickCopy {
  const removed = copy.removed.filter(({ unsent, at }) => unsent || at >= requestedAt)
  const removedIds = new Set(removed.map(({ id }) => id))
  const unconfirmed = copy.entries.filter(({ unsent, at }) => unsent !== undefined || at >= requestedAt)
  const listedIds = new Set(rows.map(({ id }) => id))
  const localEntries = unconfirmed.filter(
    ({ row, unsent, at }) => unsent === 'put' || at >= requestedAt || !listedIds.has(row.id),
  )
  const localIds = new Set(localEntries.map(({ row }) => row.id))
  const serverEntries = rows
    .filter(({ id }) => !removedIds.has(id) && !localIds.has(id))
    .map((row) => ({ row: { ...row }, at: 0 }))
  return { ...copy, removed, entries: [...localEntries, ...serverEntries] }
}

/** Returns the copy with the row objects of `previous` for unchanged rows, so that their cards do not re-render. */
export function shareRows(previous: PickCopy, copy: PickCopy): PickCopy {
  const known = new Map(previous.entries.map(({ row }) => [row.id, row]))
  const entries = copy.entries.map((entry) => ({
    ...entry,
    row: replaceEqualDeep(known.get(entry.row.id), entry.row),
  }))
  return { ...copy, entries }
}

/** Returns the time of the last write to the copy, epoch milliseconds. */
export const lastWriteTime = ({ entries, removed, changed }: PickCopy): number =>
  [...entries, ...removed].reduce((newest, { at }) => Math.max(newest, at), changed ?? 0)

/** Returns the number of unsent writes. */
export const countUnsent = (copy: PickCopy): number =>
  copy.entries.filter(({ unsent }) => unsent).length + copy.removed.filter(({ unsent }) => unsent).length

/** Returns the rows, newest first. */
export const sortedRows = (copy: PickCopy): PickRow[] =>
  copy.entries
    .map(({ row }) => row)
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
