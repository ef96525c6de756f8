import { type Pick, type PickRow, pickSchema } from '../../contracts/picks/pick.ts'
import { addRows, confirmWrites, dropRows, type PickCopy, removeRows } from './pick-copy.ts'
import type { PickCore } from './pick-core.ts'
import { type AddPickArguments, addPick, hasPlainTexts, rowFromArguments } from './pick-procedures.ts'
import { pickToRow } from './pick-rows.ts'
import { failureOf, isRefusal, messageOf, PicksError } from './pick-store-state.ts'
import type { PickSync } from './pick-sync.ts'
import { deletePicks, savePick, saveRows } from './server-picks.ts'

/** `user_id` of rows that are saved without a session. */
const ANONYMOUS_USER_ID = '00000000-0000-0000-0000-000000000000'
const MAX_ANONYMOUS_PICKS = 1_000

type Change = (copy: PickCopy, at: number) => PickCopy

/**
 * Creates the operations that change picks: optimistic on this device, then on the server, undone if it
 * refuses.
 */
export function createPickWrites(core: PickCore, sync: PickSync) {
  const userId = () => (core.isSignedIn() ? core.owner() : ANONYMOUS_USER_ID)

  /** Restores the entries of these ids from `before`, except those that were written after `at`. */
  function undoChange(ids: readonly string[], before: PickCopy, at: number, owner: string) {
    const changedIds = new Set(ids)
    core.change((copy) => {
      const newer = new Set(
        [
          ...copy.entries.map(({ row, at: time }) => ({ id: row.id, time })),
          ...copy.removed.map(({ id, at: time }) => ({ id, time })),
        ].flatMap(({ id, time }) => (changedIds.has(id) && time > at ? [id] : [])),
      )
      const isRestored = (id: string) => changedIds.has(id) && !newer.has(id)
      const rest = dropRows(
        copy,
        ids.filter((id) => !newer.has(id)),
      )
      return {
        ...rest,
        entries: [...rest.entries, ...before.entries.filter(({ row }) => isRestored(row.id))],
        removed: [...rest.removed, ...before.removed.filter(({ id }) => isRestored(id))],
        changed: copy.changed === at ? before.changed : copy.changed,
      }
    }, owner)
  }

  /**
   * Applies a change on this device, then on the server. If the server is unreachable, the change stays on
   * this device as unsent. If the server refuses it, or neither side can store it, the change is undone.
   */
  async function write(ids: readonly string[], change: Change, toServer: (owner: string) => Promise<void>) {
    const owner = core.owner()
    const at = core.nextTimestamp()
    const before = core.copies().read()
    const stored = core.change((copy) => change(copy, at))
    if (!core.isSignedIn()) {
      if (stored) return
      undoChange(ids, before, at, owner)
      throw new PicksError('Storage not available')
    }
    if (core.copies().read().changed === at) sync.scheduleSync()
    try {
      await core.enqueue(() => toServer(owner))
      core.change((copy) => confirmWrites(copy, ids, at, core.nextTimestamp()), owner)
    } catch (error) {
      if (isRefusal(error) || !stored) {
        undoChange(ids, before, at, owner)
        throw error
      }
      if (core.owner() === owner) core.show({ where: 'device', failure: failureOf(error) })
    }
  }

  /** Stores the message of a failure in the state and rethrows the error. */
  async function withErrorState<T>(fallback: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (core.state.get().error) core.show({ error: null })
      return result
    } catch (error) {
      core.show({ error: messageOf(error, fallback) })
      throw error
    }
  }

  function storeRows(rows: readonly PickRow[], toServer: (owner: string) => Promise<void>) {
    const { entries } = core.copies().read()
    const ids = new Set([...entries.map(({ row }) => row.id), ...rows.map(({ id }) => id)])
    if (!core.isSignedIn() && ids.size > MAX_ANONYMOUS_PICKS)
      throw new PicksError(`Failed to save picks: At most ${MAX_ANONYMOUS_PICKS} picks can be kept at a time`)
    const ownRows = rows.map((row) => ({ ...row, user_id: userId() }))
    return write(
      ownRows.map(({ id }) => id),
      (copy, at) => addRows(copy, ownRows, at),
      toServer,
    )
  }

  const writeRows = (rows: readonly PickRow[]) =>
    storeRows(rows, (owner) => saveRows(core.shell.supabase, rows, owner))

  async function removePicks(ids: readonly string[], message: string): Promise<PickRow[]> {
    const removedIds = new Set(ids)
    const rows = core
      .copies()
      .read()
      .entries.flatMap(({ row }) => (removedIds.has(row.id) ? [row] : []))
    const change: Change = core.isSignedIn()
      ? (copy, at) => removeRows(copy, ids, at)
      : (copy) => dropRows(copy, ids)
    await write(ids, change, (owner) =>
      deletePicks(core.shell.supabase, ids, owner).catch((error: unknown) => {
        throw error instanceof PicksError && error.message === 'Failed to delete pick'
          ? new PicksError(message, { cause: error.cause, status: error.status })
          : error
      }),
    )
    return rows
  }

  return {
    add: (pick: Pick) =>
      withErrorState('Failed to add pick', async () => {
        const parsed = pickSchema.safeParse(pick)
        if (!parsed.success) throw new PicksError('Failed to add pick', { cause: parsed.error })
        await storeRows([pickToRow(parsed.data, userId())], (owner) =>
          savePick(core.shell.supabase, parsed.data, owner),
        )
      }),
    addMany: (picks: readonly Pick[]) =>
      withErrorState('Failed to add picks', async () => {
        const parsed = picks.map((pick) => pickSchema.safeParse(pick))
        const invalid = parsed.find(({ success }) => !success)
        if (invalid) throw new PicksError('Failed to add picks', { cause: invalid.error })
        await writeRows(parsed.flatMap(({ data }) => (data ? [pickToRow(data, userId())] : [])))
      }),
    restore: (rows: readonly PickRow[]) => withErrorState('Failed to add picks', () => writeRows(rows)),
    addByName: (args: AddPickArguments) =>
      withErrorState('Failed to add pick', async () => {
        // The procedure refuses these too. Stored locally, such a pick would display '[object Object]'.
        if (!hasPlainTexts(args)) throw new PicksError('Failed to add pick', { status: 400 })
        if (core.isSignedIn()) {
          try {
            const id = await core.enqueue(() => addPick(core.shell.supabase, args))
            core.change((copy) => ({ ...copy, changed: core.nextTimestamp() }))
            sync.scheduleSync()
            return id
          } catch (error) {
            if (isRefusal(error)) throw error
          }
        }
        const row = rowFromArguments(args, userId(), new Date(core.now()))
        await writeRows([row])
        return row.id
      }),
    remove: (id: string) =>
      withErrorState('Failed to delete pick', () => removePicks([id], 'Failed to delete pick')),
    clear: () =>
      withErrorState('Failed to clear picks', () =>
        removePicks(
          core.state.get().rows.map(({ id }) => id),
          'Failed to clear picks',
        ),
      ),
  }
}
