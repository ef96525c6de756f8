import { MAX_SYNCED_PICKS, type Pick, syncPicksResponse } from '../../contracts/picks/pick.ts'
import { readAnswer } from '../../contracts/read-answer.ts'
import { PICK_SYNC_DELAY_MS } from '../../domain/picks.ts'
import { ANONYMOUS } from './copy-storage.ts'
import { addRows, confirmWrites, dropRows, mergeServerList, type PickCopy } from './pick-copy.ts'
import type { PickCore } from './pick-core.ts'
import { failureOf, messageOf } from './pick-store-state.ts'
import { cleanUpPicks, deletePicks, listPicks, saveRows } from './server-picks.ts'

const LOCK = 'propsight:sync-picks'

const hasUnsyncedChanges = ({ changed, entries }: PickCopy): boolean =>
  changed !== null || entries.some(({ unsent, row }) => unsent === 'new' && row.pick !== null)

/**
 * Runs work in one tab at a time, if the browser supports locks; the next tab then finds nothing left to
 * send.
 */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(LOCK, work) : work()

/**
 * Creates the exchange of this device's copy with the server. `refresh` sends unsent deletions and
 * replacements and reads the list. The sync call sends the full list about two seconds after the number of
 * picks changed (P4).
 */
export function createPickExchange(core: PickCore) {
  const { supabase, api } = core.shell
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  /**
   * After a failed sync nothing is sent until the connection is restored, the user retries, or the list
   * changes again.
   */
  let syncFailed = false
  let reading: Promise<void> | null = null

  /** Removes expired picks from this device. @returns their number */
  function removeExpired(owner = core.owner()): number {
    const { entries } = core.copies(owner).read()
    const expired = entries.filter(({ row }) => Date.parse(row.expires_at) <= Date.now())
    const ids = expired.map(({ row }) => row.id)
    if (ids.length > 0) core.change((copy) => dropRows(copy, ids), owner)
    return ids.length
  }

  /**
   * Moves picks that were saved without a session to the signed-in user (P1). They are removed from the
   * anonymous copy only after they are stored in the user's copy as unsent. If the page closes in between,
   * the move is repeated; ids prevent duplicates.
   */
  function adoptAnonymousPicks() {
    removeExpired(ANONYMOUS)
    const { entries } = core.copies(ANONYMOUS).read()
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
      await deletePicks(supabase, removed, owner)
      core.confirm(removed, sentAt, owner)
    }
    const rows = copy.entries
      .filter(({ unsent, row }) => unsent === 'put' || (unsent && row.pick === null))
      .map(({ row }) => row)
    if (rows.length === 0) return
    await saveRows(supabase, rows, owner)
    const ids = rows.map(({ id }) => id)
    core.confirm(ids, sentAt, owner)
  }

  async function read(owner: string) {
    let failure: string | null = null
    await sendUnsentRows(owner).catch((error: unknown) => {
      failure = failureOf(error)
    })
    const requestedAt = core.nextTimestamp()
    try {
      const rows = await listPicks(supabase, new Date(), owner)
      if (core.owner() !== owner) return
      core.change((copy) => mergeServerList(copy, rows, requestedAt), owner)
      const syncFailure = syncFailed ? core.state.get().failure : null
      core.show({ phase: 'ready', where: 'server', failure: failure ?? syncFailure, error: null })
    } catch (error) {
      if (core.owner() !== owner) return
      // The error of a failed write has priority, because that write is not on the server.
      const previous = core.state.get()
      const writeFailure = failure ?? (syncFailed || previous.unsent > 0 ? previous.failure : null)
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
    let error: string | null = null
    try {
      core.storage().getItem(ANONYMOUS)
    } catch {
      error = 'Storage not available'
    }
    const phase = error === null || core.copies().exists() ? 'ready' : 'error'
    core.show({ phase, where: 'device', failure: null, error })
  }

  /** Sends the full list, and applies the answer unless the copy has changed since. */
  async function sendList(owner: string): Promise<void> {
    const copy = core.copies(owner).read()
    if (!hasUnsyncedChanges(copy)) return
    const sentAt = core.nextTimestamp()
    const picks = copy.entries
      .filter(({ row }) => Date.parse(row.expires_at) > Date.now())
      .map(({ row }) => row.pick)
      .filter((pick): pick is Pick => pick !== null)
      .slice(0, MAX_SYNCED_PICKS)
    const answer = await api.json('/api/sync-picks', { method: 'POST', body: { picks } })
    const { gone } = readAnswer(syncPicksResponse, answer).value
    const sentIds = new Set(picks.map(({ id }) => id))
    const deletedIds = new Set(gone)
    core.change((current) => {
      const added = current.entries.filter(({ row, unsent }) => unsent === 'new' && sentIds.has(row.id))
      const deleted = current.entries.filter(
        ({ row, at, unsent }) => deletedIds.has(row.id) && at <= sentAt && unsent !== 'put',
      )
      const addedIds = added.map(({ row }) => row.id)
      const confirmed = confirmWrites(current, addedIds, sentAt, core.nextTimestamp())
      const changed = current.changed === copy.changed ? null : current.changed
      const remaining = dropRows(
        confirmed,
        deleted.map(({ row }) => row.id),
      )
      return { ...remaining, changed }
    }, owner)
  }

  function stopTimer() {
    clearTimeout(syncTimer)
    syncTimer = undefined
  }

  async function sync(): Promise<void> {
    stopTimer()
    if (!core.isSignedIn()) return
    const owner = core.owner()
    try {
      await core.enqueue(() => withLock(async () => (core.owner() === owner ? sendList(owner) : undefined)))
      syncFailed = false
      if (core.state.get().failure !== null) void refresh()
    } catch (error) {
      syncFailed = true
      if (core.owner() === owner) core.show({ failure: failureOf(error) })
    }
  }

  /** Schedules the sync call. Called when the number of picks has changed. */
  function scheduleSync() {
    clearTimeout(syncTimer)
    syncTimer = setTimeout(() => void sync(), PICK_SYNC_DELAY_MS)
  }

  const hasUnsynced = () => core.isSignedIn() && hasUnsyncedChanges(core.copies().read())

  /** Schedules a sync of changes left unsent by an earlier page or tab, unless a sync has failed already. */
  function resumeSync() {
    if (!syncFailed && syncTimer === undefined && hasUnsynced()) scheduleSync()
  }

  /**
   * Reads the list again; concurrent calls share one read. Never rejects: the state contains the failure.
   */
  function refresh(): Promise<void> {
    removeExpired()
    if (!core.isSignedIn()) {
      readAnonymous()
      return Promise.resolve()
    }
    adoptAnonymousPicks()
    // Show the local copy while the request is pending.
    if (core.state.get().phase === 'loading' && core.copies().exists()) core.show({ phase: 'ready' })
    resumeSync()
    const owner = core.owner()
    // The shell clears the mutations at sign-in: a read that still waited in the queue then never ends.
    if (reading === null || !core.busy()) {
      reading = core
        .enqueue(() => read(owner))
        .finally(() => {
          reading = null
        })
    }
    return reading
  }

  return {
    refresh,
    scheduleSync,
    resumeSync,
    /** Reads the list and sends all unsent changes now, after a reconnection or on the user's request. */
    async retry(): Promise<void> {
      await refresh()
      if (hasUnsynced()) await sync()
    },
    /** Removes expired picks on this device and on the server. @returns their number */
    async cleanUp(): Promise<number> {
      const removedHere = removeExpired()
      if (!core.isSignedIn()) return removedHere
      // Expired picks are never listed, so a failed cleanup on the server has no visible effect.
      const removedOnServer = await cleanUpPicks(supabase).catch(() => 0)
      return Math.max(removedHere, removedOnServer)
    },
    /** Forgets the sync of the previous user. */
    reset() {
      stopTimer()
      syncFailed = false
    },
  }
}
