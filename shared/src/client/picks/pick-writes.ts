import { type Pick, type PickRow, pickSchema } from '../../contracts/picks/pick.ts'
import { addRows, confirmed, dropped, type PickCopy, removeRows } from './pick-copy.ts'
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
    const mine = new Set(ids)
    core.change((copy) => {
      const newer = new Set(
        [
          ...copy.entries.map(({ row, at: time }) => ({ id: row.id, time })),
          ...copy.removed.map(({ id, at: time }) => ({ id, time })),
        ].flatMap(({ id, time }) => (mine.has(id) && time > at ? [id] : [])),
      )
      const back = (id: string) => mine.has(id) && !newer.has(id)
      const rest = dropped(
        copy,
        ids.filter((id) => !newer.has(id)),
      )
      return {
        ...rest,
        entries: [...rest.entries, ...before.entries.filter(({ row }) => back(row.id))],
        removed: [...rest.removed, ...before.removed.filter(({ id }) => back(id))],
        changed: copy.changed === at ? before.changed : copy.changed,
      }
    }, owner)
  }

  /**
   * Applies a change on this device, then on the server. If the server is unreachable, the change stays on
   * this device as unsent. If the server refuses it, or neither side can store it, the change is undone.
   */
  async function write(ids: readonly string[], by: Change, toServer: (owner: string) => Promise<void>) {
    const owner = core.owner()
    const at = core.nextTimestamp()
    const before = core.copies().read()
    const kept = core.change((copy) => by(copy, at))
    if (!core.isSignedIn()) {
      if (kept) return
      undoChange(ids, before, at, owner)
      throw new PicksError('Storage not available')
    }
    if (core.copies().read().changed === at) sync.changed()
    try {
      await core.enqueue(() => toServer(owner))
      core.change((copy) => confirmed(copy, ids, at, core.nextTimestamp()), owner)
    } catch (error) {
      if (isRefusal(error) || !kept) {
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

  function put(rows: readonly PickRow[], toServer: (owner: string) => Promise<void>) {
    const known = core.copies().read().entries
    const ids = new Set([...known.map(({ row }) => row.id), ...rows.map(({ id }) => id)])
    if (!core.isSignedIn() && ids.size > MAX_ANONYMOUS_PICKS)
      throw new PicksError(`Failed to save picks: At most ${MAX_ANONYMOUS_PICKS} picks can be kept at a time`)
    const mine = rows.map((row) => ({ ...row, user_id: userId() }))
    return write(
      mine.map(({ id }) => id),
      (copy, at) => addRows(copy, mine, at),
      toServer,
    )
  }

  const putRows = (rows: readonly PickRow[]) =>
    put(rows, (owner) => saveRows(core.shell.supabase, rows, owner))

  async function take(ids: readonly string[], words: string): Promise<PickRow[]> {
    const gone = new Set(ids)
    const rows = core
      .copies()
      .read()
      .entries.flatMap(({ row }) => (gone.has(row.id) ? [row] : []))
    const by: Change = core.isSignedIn()
      ? (copy, at) => removeRows(copy, ids, at)
      : (copy) => dropped(copy, ids)
    await write(ids, by, (owner) =>
      deletePicks(core.shell.supabase, ids, owner).catch((error: unknown) => {
        throw error instanceof PicksError && error.message === 'Failed to delete pick'
          ? new PicksError(words, { cause: error.cause, status: error.status })
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
        await put([pickToRow(parsed.data, userId())], (owner) =>
          savePick(core.shell.supabase, parsed.data, owner),
        )
      }),
    addMany: (picks: readonly Pick[]) =>
      withErrorState('Failed to add picks', async () => {
        const parsed = picks.map((pick) => pickSchema.safeParse(pick))
        const wrong = parsed.find(({ success }) => !success)
        if (wrong) throw new PicksError('Failed to add picks', { cause: wrong.error })
        await putRows(parsed.flatMap(({ data }) => (data ? [pickToRow(data, userId())] : [])))
      }),
    restore: (rows: readonly PickRow[]) => withErrorState('Failed to add picks', () => putRows(rows)),
    addByName: (args: AddPickArguments) =>
      withErrorState('Failed to add pick', async () => {
        // The procedure refuses these too. Stored locally, such a pick would display '[object Object]'.
        if (!hasPlainTexts(args)) throw new PicksError('Failed to add pick', { status: 400 })
        if (core.isSignedIn()) {
          try {
            const id = await core.enqueue(() => addPick(core.shell.supabase, args))
            core.change((copy) => ({ ...copy, changed: core.nextTimestamp() }))
            sync.changed()
            return id
          } catch (error) {
            if (isRefusal(error)) throw error
          }
        }
        const row = rowFromArguments(args, userId(), new Date(core.now()))
        await putRows([row])
        return row.id
      }),
    remove: (id: string) =>
      withErrorState('Failed to delete pick', () => take([id], 'Failed to delete pick')),
    clear: () =>
      withErrorState('Failed to clear picks', () =>
        take(
          core.state.get().rows.map(({ id }) => id),
          'Failed to clear picks',
        ),
      ),
  }
}
