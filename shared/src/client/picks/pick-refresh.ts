import { ANONYMOUS } from './copy-storage.ts'
import { addRows, confirmWrites, dropRows, mergeServerList, type PickCopy } from './pick-copy.ts'
import type { PickCore } from './pick-core.ts'
import { cleanUpPicks } from './pick-procedures.ts'
import { failureOf, messageOf } from './pick-store-state.ts'
import type { PickSync } from './pick-sync.ts'
import { deletePicks, listPicks, saveRows } from './server-picks.ts'

const expiredIn = (copy: PickCopy, now: number): string[] =>
  copy.entries.filter(({ row }) => Date.parse(row.expires_at) <= now).map(({ row }) => row.id)

/** Creates the operations that read the list and send unsent deletions and replacements. */
export function createPickRefresh(core: PickCore, sync: PickSync) {
  /** Removes expired picks from this device. @returns their number */
  function removeExpired(owner = core.owner()): number {
    const expired = expiredIn(core.copies(owner).read(), core.now())
    if (expired.length > 0) core.change((copy) => dropRows(copy, expired), owner)
    return expired.length
  }

  /**
   * Moves picks that were saved without a session to the signed-in user (P1). They are removed from the
   * anonymous copy only after they are stored in the user's copy as unsent. If the page closes in between,
   * the move is repeated; ids prevent duplicates.
   */
  function adoptAnonymousPicks() {
    removeExpired(ANONYMOUS)
    const from = core.copies(ANONYMOUS)
    const { entries } = from.read()
    if (entries.length === 0) return
    const owner = core.owner()
    const stored = core.change((copy) => {
      const existingIds = new Set([
        ...copy.entries.map(({ row }) => row.id),
        ...copy.removed.map(({ id }) => id),
      ])
      const rows = entries
        .map(({ row }) => ({ ...row, user_id: owner }))
        .filter(({ id }) => !existingIds.has(id))
      return rows.length === 0 ? copy : addRows(copy, rows, core.nextTimestamp())
    })
    const moved = entries.map(({ row }) => row.id)
    if (stored) core.change((copy) => dropRows(copy, moved), ANONYMOUS)
  }

  /**
   * Sends deletions, replacements and rows without a complete pick to the table; new picks go with the sync
   * call.
   */
  async function sendUnsentRows(owner: string) {
    const copy = core.copies(owner).read()
    const sentAt = core.nextTimestamp()
    const removed = copy.removed.filter(({ unsent }) => unsent).map(({ id }) => id)
    if (removed.length > 0) {
      await deletePicks(core.shell.supabase, removed, owner)
      core.change((now) => confirmWrites(now, removed, sentAt, core.nextTimestamp()), owner)
    }
    const rows = copy.entries
      .filter(({ unsent, row }) => unsent === 'put' || (unsent && row.pick === null))
      .map(({ row }) => row)
    if (rows.length === 0) return
    await saveRows(core.shell.supabase, rows, owner)
    const ids = rows.map(({ id }) => id)
    core.change((now) => confirmWrites(now, ids, sentAt, core.nextTimestamp()), owner)
  }

  async function read(owner: string) {
    let failure: string | null = null
    await sendUnsentRows(owner).catch((error: unknown) => {
      failure = failureOf(error)
    })
    const requestedAt = core.nextTimestamp()
    try {
      const rows = await listPicks(core.shell.supabase, new Date(core.now()), owner)
      if (core.owner() !== owner) return
      core.change((copy) => mergeServerList(copy, rows, requestedAt), owner)
      const syncFailure = sync.hasFailed() ? core.state.get().failure : null
      core.show({ phase: 'ready', where: 'server', failure: failure ?? syncFailure, error: null })
    } catch (error) {
      if (core.owner() !== owner) return
      // The error of a failed write has priority, because that write is not on the server.
      const previous = core.state.get()
      const writeFailure = failure ?? (sync.hasFailed() || previous.unsent > 0 ? previous.failure : null)
      core.show({
        phase: core.copies().exists() ? 'ready' : 'error',
        where: 'device',
        failure: writeFailure ?? messageOf(error, 'Failed to fetch picks'),
        error: 'Failed to fetch picks',
      })
    }
  }

  /** Shows the anonymous list, which exists in storage only. */
  function readAnonymous() {
    try {
      core.storage().getItem(ANONYMOUS)
      core.show({ phase: 'ready', where: 'device', failure: null, error: null })
    } catch {
      const error = 'Storage not available'
      core.show({ phase: core.copies().exists() ? 'ready' : 'error', where: 'device', failure: null, error })
    }
  }

  let reading: Promise<void> | null = null
  return {
    /**
     * Reads the list again; concurrent calls share one read. Never rejects: the state contains the failure.
     */
    refresh(): Promise<void> {
      removeExpired()
      if (!core.isSignedIn()) {
        readAnonymous()
        return Promise.resolve()
      }
      adoptAnonymousPicks()
      // Show the local copy while the request is pending.
      if (core.state.get().phase === 'loading' && core.copies().exists()) core.show({ phase: 'ready' })
      sync.resume()
      const owner = core.owner()
      reading ??= core
        .enqueue(() => read(owner))
        .finally(() => {
          reading = null
        })
      return reading
    },
    /** Removes expired picks on this device and on the server. @returns their number */
    async cleanUp(): Promise<number> {
      const removedHere = removeExpired()
      if (!core.isSignedIn()) return removedHere
      // Expired picks are never listed, so a failed cleanup on the server has no visible effect.
      const removedOnServer = await cleanUpPicks(core.shell.supabase).catch(() => 0)
      return Math.max(removedHere, removedOnServer)
    },
  }
}
