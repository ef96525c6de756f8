import { MAX_SYNCED_PICKS, type Pick, syncPicksResponse } from '../../contracts/picks/pick.ts'
import { PICK_SYNC_DELAY_MS } from '../../domain/picks.ts'
import { confirmWrites, dropRows, type PickCopy } from './pick-copy.ts'
import type { PickCore } from './pick-core.ts'
import { failureOf } from './pick-store-state.ts'

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
 * Creates the sync of picks: it sends the full list about two seconds after the number of picks changed (P4).
 * @param onRecovery called when a sync succeeds after a failure
 */
export function createPickSync(core: PickCore, onRecovery: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * After a failure nothing is sent until the connection is restored, the user retries, or the list changes
   * again.
   */
  let failed = false

  async function send(owner: string): Promise<void> {
    const copy = core.copies(owner).read()
    if (!hasUnsyncedChanges(copy)) return
    const sentAt = core.nextTimestamp()
    const now = core.now()
    const picks = copy.entries
      .filter(({ row }) => Date.parse(row.expires_at) > now)
      .map(({ row }) => row.pick)
      .filter((pick): pick is Pick => pick !== null)
      .slice(0, MAX_SYNCED_PICKS)
    const answer = syncPicksResponse.parse(
      await core.shell.api.json('/api/sync-picks', { method: 'POST', body: { picks } }),
    )
    const sent = new Set(picks.map(({ id }) => id))
    core.change((current) => {
      const added = current.entries.filter(({ row, unsent }) => unsent === 'new' && sent.has(row.id))
      const deletedIds = new Set(answer.gone)
      const deleted = current.entries.filter(
        ({ row, at, unsent }) => deletedIds.has(row.id) && at <= sentAt && unsent !== 'put',
      )
      const withConfirmed = confirmWrites(
        current,
        added.map(({ row }) => row.id),
        sentAt,
        core.nextTimestamp(),
      )
      const remaining = dropRows(
        withConfirmed,
        deleted.map(({ row }) => row.id),
      )
      return { ...remaining, changed: current.changed === copy.changed ? null : current.changed }
    }, owner)
  }

  /** Sends the list now. @returns whether the server has it */
  async function sync(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const owner = core.owner()
    if (!core.isSignedIn()) return true
    try {
      await core.enqueue(() => withLock(() => (core.owner() === owner ? send(owner) : Promise.resolve())))
      failed = false
      if (core.state.get().failure !== null) onRecovery()
      return true
    } catch (error) {
      failed = true
      if (core.owner() === owner) core.show({ failure: failureOf(error) })
      return false
    }
  }

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => void sync(), PICK_SYNC_DELAY_MS)
  }

  return {
    /** Called when the number of picks has changed. */
    scheduleSync: schedule,
    /**
     * Schedules a sync of changes left unsent by an earlier page or tab, unless a sync has failed already.
     */
    resume() {
      if (core.isSignedIn() && !failed && timer === undefined && hasUnsyncedChanges(core.copies().read()))
        schedule()
    },
    /** Syncs immediately, after a reconnection or on the user's request. */
    async syncNow(): Promise<boolean> {
      return !core.isSignedIn() || !hasUnsyncedChanges(core.copies().read()) || sync()
    },
    hasFailed: () => failed,
    reset() {
      clearTimeout(timer)
      timer = undefined
      failed = false
    },
  }
}
export type PickSync = ReturnType<typeof createPickSync>
