import { type Pick, type PickRow, pickSchema } from '../../contracts/picks/pick.ts'
import { addRows, dropRows, type PickCopy, removeRows, undoWrites } from './pick-copy.ts'
import type { PickCore } from './pick-core.ts'
import { type AddPickArguments, hasPlainTexts, pickToRow, rowFromTexts } from './pick-rows.ts'
import { failureOf, isRefusal, messageOf, PicksError } from './pick-store-state.ts'
import { deletePicks, saveRow, saveRows } from './server-picks.ts'

/** `user_id` of rows that are saved without a session. */
const ANONYMOUS_USER_ID = '00000000-0000-0000-0000-000000000000'
const MAX_ANONYMOUS_PICKS = 1_000

type Change = (copy: PickCopy, at: number) => PickCopy

/**
 * Creates the operations that change picks: optimistic on this device, then on the server, undone if it
 * refuses.
 * @param onCountChanged called when the number of picks has changed
 */
export function createPickWrites(core: PickCore, onCountChanged: () => void) {
  const { supabase } = core.shell
  const userId = () => (core.isSignedIn() ? core.owner() : ANONYMOUS_USER_ID)

  /**
   * Applies a change on this device, then on the server. If the server is unreachable, the change stays on
   * this device as unsent. If the server refuses it, or neither side can store it, the change is undone.
   */
  async function write(ids: readonly string[], change: Change, toServer: (owner: string) => Promise<void>) {
    const owner = core.owner()
    const at = core.nextTimestamp()
    const before = core.copies().read()
    const stored = core.change((copy) => change(copy, at))
    const undo = () => core.change((copy) => undoWrites(copy, before, ids, at), owner)
    if (!core.isSignedIn()) {
      if (stored) return
      undo()
      throw new PicksError('Storage not available')
    }
    if (core.copies().read().changed === at) onCountChanged()
    try {
      await core.enqueue(() => toServer(owner))
      core.confirm(ids, at, owner)
    } catch (error) {
      if (isRefusal(error) || !stored) {
        undo()
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

  const writeRows = (rows: readonly PickRow[]) => storeRows(rows, (owner) => saveRows(supabase, rows, owner))

  async function removePicks(ids: readonly string[], message: string): Promise<PickRow[]> {
    const removedIds = new Set(ids)
    const { entries } = core.copies().read()
    const change: Change = core.isSignedIn()
      ? (copy, at) => removeRows(copy, ids, at)
      : (copy) => dropRows(copy, ids)
    await write(ids, change, (owner) => deletePicks(supabase, ids, owner, message))
    return entries.flatMap(({ row }) => (removedIds.has(row.id) ? [row] : []))
  }

  return {
    add: (pick: Pick) =>
      withErrorState('Failed to add pick', async () => {
        const parsed = pickSchema.safeParse(pick)
        if (!parsed.success) throw new PicksError('Failed to add pick', { cause: parsed.error })
        const row = pickToRow(parsed.data, userId())
        await storeRows([row], (owner) => saveRow(supabase, row, owner))
      }),
    addMany: (picks: readonly Pick[]) =>
      withErrorState('Failed to add picks', async () => {
        const parsed = picks.map((pick) => pickSchema.safeParse(pick))
        const invalid = parsed.find(({ success }) => !success)
        if (invalid) throw new PicksError('Failed to add picks', { cause: invalid.error })
        await writeRows(parsed.flatMap(({ data }) => (data ? [pickToRow(data, userId())] : [])))
      }),
    restore: (rows: readonly PickRow[]) => withErrorState('Failed to add picks', () => writeRows(rows)),
    addByName: (texts: AddPickArguments) =>
      withErrorState('Failed to add pick', async () => {
        // The database refuses these too. Stored locally, such a pick would display '[object Object]'.
        if (!hasPlainTexts(texts)) throw new PicksError('Failed to add pick', { status: 400 })
        const row = rowFromTexts(texts, userId())
        await storeRows([row], (owner) => saveRow(supabase, row, owner, 'Failed to add pick'))
        return row.id
      }),
    remove: (id: string) =>
      withErrorState('Failed to delete pick', () => removePicks([id], 'Failed to delete pick')),
    clear: () =>
      withErrorState('Failed to clear picks', () => {
        const ids = core.state.get().rows.map(({ id }) => id)
        return removePicks(ids, 'Failed to clear picks')
      }),
  }
}
