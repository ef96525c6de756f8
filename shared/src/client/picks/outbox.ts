import * as z from '@propsight/shared/schema'
import { replaceEqualDeep } from '@tanstack/react-query'
import { type PickRow, pickIdSchema, pickRowSchema, pickSchema } from '../../contracts/picks/pick.ts'

/**
 * The outbox of one user's picks on a device: the last list of the server, and the queue of operations that the
 * server has not confirmed. The time `at` of an operation is its id, unique on the device. Of several operations
 * on one pick the last one is kept. The stored form is unchanged since version 1, because remotes of several
 * releases read and write it at the same time.
 */

/** Stricter than the schema of server rows: the outbox has the only data of a pick that has not been sent yet. */
const queuedRow = z.looseObject({ ...pickRowSchema.shape, pick: pickSchema.nullable() })

const entrySchema = z.object({
  row: queuedRow,
  /**
   * Kind of an operation that the server has not confirmed. `new` adds a pick, unless it was deleted on another
   * device: the sync call sends it. `put` replaces or restores a row of the table. Absent once confirmed.
   */
  unsent: z.enum(['new', 'put']).optional(),
  /** The operation that wrote the entry last, or the time of its confirmation; epoch milliseconds. */
  at: z.int(),
})
export type Entry = z.infer<typeof entrySchema>

const removalSchema = z.object({ id: pickIdSchema, unsent: z.boolean(), at: z.int() })

const storedOutbox = z.object({
  version: z.literal(1),
  entries: z.array(z.unknown()),
  removed: z.array(z.unknown()),
  /** The last operation that changed the number of picks, until the list has been synced; null then. */
  changed: z.int().nullable(),
})

export interface Outbox {
  readonly version: 1
  readonly entries: readonly Entry[]
  readonly removed: readonly z.infer<typeof removalSchema>[]
  readonly changed: number | null
}

/** Returns an outbox without picks and operations. */
export const emptyOutbox = (): Outbox => ({ version: 1, entries: [], removed: [], changed: null })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** NUL and unpaired surrogates in JSON notation. The database refuses such text, and with it the whole request. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** Returns whether the database can store the texts of a value. */
export const isStorable = (value: unknown): boolean => !UNSTORABLE.test(JSON.stringify(value))

/** Returns whether both times are valid; cards cannot display a pick without them. */
const hasTimes = (row: PickRow): boolean =>
  [row.created_at, row.expires_at].every((time) => !Number.isNaN(Date.parse(time)))

/**
 * Parses a stored outbox. The text is untrusted: it may have any content.
 * @returns the outbox, and the values that are not valid entries, to be set aside
 */
export function readOutbox(text: string): { outbox: Outbox; unreadable: unknown[] } {
  const stored = storedOutbox.safeParse(parseJson(text))
  if (!stored.success) return { outbox: emptyOutbox(), unreadable: [text] }
  const unreadable: unknown[] = []
  const isSuspect = UNSTORABLE.test(text)
  const entries = new Map<string, Entry>()
  for (const value of stored.data.entries) {
    const entry = entrySchema.safeParse(value)
    if (entry.success && hasTimes(entry.data.row) && !(isSuspect && !isStorable(value)))
      entries.set(entry.data.row.id, entry.data)
    else unreadable.push(value)
  }
  const removed = stored.data.removed.flatMap((value) => removalSchema.safeParse(value).data ?? [])
  return { outbox: { ...stored.data, entries: [...entries.values()], removed }, unreadable }
}

export type OutboxEvent =
  /** The user adds rows, or replaces those with the same ids. */
  | { type: 'add'; rows: readonly PickRow[]; at: number; restored?: boolean }
  | { type: 'remove'; ids: readonly string[]; at: number }
  /** Takes back the operation `at`, except for picks with a later one. `before`: the outbox before it. */
  | { type: 'undo'; before: Outbox; ids: readonly string[]; at: number }
  /** Rows that have expired or belong to another list now. Nothing is sent for them. */
  | { type: 'drop'; ids: readonly string[] }
  /** The table has the operations on these ids until `sentAt`. */
  | { type: 'sent'; ids: readonly string[]; sentAt: number; at: number }
  /** The sync call has answered. `changed`: that of the outbox when it was sent. */
  | { type: 'synced'; answer: SyncAnswer; changed: number | null; sentAt: number; at: number }
  /** The list of the server, requested at `requestedAt`. */
  | { type: 'listed'; rows: readonly PickRow[]; requestedAt: number }
type Event<Type extends OutboxEvent['type']> = Extract<OutboxEvent, { type: Type }>

interface SyncAnswer {
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

const without = ({ entries, removed }: Outbox, ids: ReadonlySet<string>) => ({
  entries: entries.filter(({ row }) => !ids.has(row.id)),
  removed: removed.filter(({ id }) => !ids.has(id)),
})

function add(outbox: Outbox, { rows, at, restored }: Event<'add'>): Outbox {
  const existing = new Map(outbox.entries.map((entry) => [entry.row.id, entry]))
  const removedIds = new Set(outbox.removed.map(({ id }) => id))
  const added = new Map(
    rows.map((row): [string, Entry] => {
      const before = existing.get(row.id)
      const isKnown = restored || (before && before.unsent !== 'new') || removedIds.has(row.id)
      // The sync call sends complete picks only.
      return [row.id, { row: { ...row }, unsent: isKnown || row.pick === null ? 'put' : 'new', at }]
    }),
  )
  const rest = without(outbox, new Set(added.keys()))
  const changed = rows.some(({ id }) => !existing.has(id)) ? at : outbox.changed
  return { ...outbox, removed: rest.removed, entries: [...added.values(), ...rest.entries], changed }
}

function remove(outbox: Outbox, { ids, at }: Event<'remove'>): Outbox {
  const rest = without(outbox, new Set(ids))
  const removed = [...rest.removed, ...ids.map((id) => ({ id, unsent: true, at }))]
  return { ...outbox, entries: rest.entries, removed, changed: ids.length > 0 ? at : outbox.changed }
}

function undo(outbox: Outbox, { before, ids, at }: Event<'undo'>): Outbox {
  const newer = new Set([
    ...outbox.entries.filter((entry) => entry.at > at).map(({ row }) => row.id),
    ...outbox.removed.filter((removal) => removal.at > at).map(({ id }) => id),
  ])
  const undone = new Set(ids.filter((id) => !newer.has(id)))
  const rest = without(outbox, undone)
  return {
    ...outbox,
    entries: [...rest.entries, ...before.entries.filter(({ row }) => undone.has(row.id))],
    removed: [...rest.removed, ...before.removed.filter(({ id }) => undone.has(id))],
    changed: outbox.changed === at ? before.changed : outbox.changed,
  }
}

function confirm(outbox: Outbox, { ids, sentAt, at }: Event<'sent'>): Outbox {
  const sent = new Set(ids)
  return {
    ...outbox,
    entries: outbox.entries.map((entry) =>
      sent.has(entry.row.id) && entry.at <= sentAt ? { row: entry.row, at } : entry,
    ),
    removed: outbox.removed.map((removal) =>
      sent.has(removal.id) && removal.at <= sentAt ? { ...removal, unsent: false, at } : removal,
    ),
  }
}

/**
 * Confirms what the sync call has added, and drops what was deleted on another device. A sent pick of neither kind
 * exists on the server already, or the server refuses it: it stays new until the table has it. A pick that was
 * replaced during the call is replaced on the server too, and one that was removed is removed again.
 */
function applySync(outbox: Outbox, { answer, changed, sentAt, at }: Event<'synced'>): Outbox {
  const added = new Set(answer.added)
  const gone = new Set(answer.gone)
  return {
    ...outbox,
    entries: outbox.entries.flatMap((entry): Entry[] => {
      const { id } = entry.row
      const isUnchanged = entry.at <= sentAt
      if (gone.has(id) && isUnchanged && entry.unsent !== 'put') return []
      if (entry.unsent !== 'new' || !added.has(id)) return [entry]
      return [isUnchanged ? { row: entry.row, at } : { ...entry, unsent: 'put' }]
    }),
    removed: outbox.removed.map((removal) =>
      added.has(removal.id) ? { ...removal, unsent: true } : removal,
    ),
    changed: outbox.changed === changed ? null : outbox.changed,
  }
}

/** Merges the server's list with the queue and with operations that were confirmed after the request. */
function mergeList(outbox: Outbox, { rows, requestedAt }: Event<'listed'>): Outbox {
  const removed = outbox.removed.filter(({ unsent, at }) => unsent || at >= requestedAt)
  const removedIds = new Set(removed.map(({ id }) => id))
  const listedIds = new Set(rows.map(({ id }) => id))
  const localEntries = outbox.entries.filter(
    ({ row, unsent, at }) =>
      unsent === 'put' || at >= requestedAt || (unsent === 'new' && !listedIds.has(row.id)),
  )
  const localIds = new Set(localEntries.map(({ row }) => row.id))
  const serverEntries = rows
    .filter(({ id }) => !removedIds.has(id) && !localIds.has(id))
    .map((row) => ({ row: { ...row }, at: 0 }))
  return { ...outbox, removed, entries: [...localEntries, ...serverEntries] }
}

/** Returns the outbox after an event. */
export function reduceOutbox(outbox: Outbox, event: OutboxEvent): Outbox {
  switch (event.type) {
    case 'add':
      return add(outbox, event)
    case 'remove':
      return remove(outbox, event)
    case 'undo':
      return undo(outbox, event)
    case 'drop':
      return { ...outbox, ...without(outbox, new Set(event.ids)) }
    case 'sent':
      return confirm(outbox, event)
    case 'synced':
      return applySync(outbox, event)
    case 'listed':
      return mergeList(outbox, event)
  }
}

/** Returns the outbox with the row objects of `previous` for unchanged rows, so that their cards do not re-render. */
export function shareRows(previous: Outbox, outbox: Outbox): Outbox {
  const known = new Map(previous.entries.map(({ row }) => [row.id, row]))
  const entries = outbox.entries.map((entry) => ({
    ...entry,
    row: replaceEqualDeep(known.get(entry.row.id), entry.row),
  }))
  return { ...outbox, entries }
}

/** The queued operations that go to the table. @param at one operation; all if absent */
export function queuedRows({ entries, removed }: Outbox, at?: number) {
  const isWanted = (operation: { at: number }) => at === undefined || operation.at === at
  return {
    removals: removed.filter((removal) => removal.unsent && isWanted(removal)).map(({ id }) => id),
    rows: entries
      .filter(
        (entry) => (entry.unsent === 'put' || (entry.unsent && entry.row.pick === null)) && isWanted(entry),
      )
      .map(({ row }) => row),
  }
}

/** The queued picks that go with the sync call. @param at one operation; all if absent */
export const newRows = ({ entries }: Outbox, at?: number): PickRow[] =>
  entries
    .filter(({ unsent, row }) => unsent === 'new' && row.pick !== null)
    .filter((entry) => at === undefined || entry.at === at)
    .map(({ row }) => row)

/** Whether the sync call is due: the number of picks has changed, or a pick has not been added. */
export const isSyncDue = (outbox: Outbox): boolean => outbox.changed !== null || newRows(outbox).length > 0

/** Returns the time of the last operation, epoch milliseconds. */
export const lastOperationTime = ({ entries, removed, changed }: Outbox): number =>
  [...entries, ...removed].reduce((newest, { at }) => Math.max(newest, at), changed ?? 0)

/** Returns the number of picks with an unconfirmed operation. */
export const countUnsent = ({ entries, removed }: Outbox): number =>
  [...entries, ...removed].filter(({ unsent }) => unsent).length

/** Returns the rows, newest first. */
export const sortedRows = ({ entries }: Outbox): PickRow[] =>
  entries
    .map(({ row }) => row)
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
