import type { Pick, PickRow } from '../../contracts/picks/pick.ts'
import type { Readable } from '../../contracts/remote-contract.ts'
import { PICK_CLEANUP_MS, PICK_EXPIRING_MS } from '../../domain/picks.ts'
import { createPickCore, type PickShell, type PickStoreOptions } from './pick-core.ts'
import { createPickExchange } from './pick-exchange.ts'
import type { AddPickArguments } from './pick-rows.ts'
import { isRefusal, type PicksState } from './pick-store-state.ts'
import { createPickWrites } from './pick-writes.ts'
import { countPicks } from './server-picks.ts'

/**
 * The current user's picks (P1, P2). The operations are the same on the server's table, on this device
 * without a session, and on this device while the server is unreachable. Failures are `PicksError`s with the
 * messages of row P2.
 */
export interface PickStore extends Readable<PicksState> {
  refresh(): Promise<void>
  /** Retries after a failure: reads the list and sends unsent changes. */
  retry(): Promise<void>
  /** Adds a pick or replaces the one with the same id. @throws PicksError 'Failed to save pick' */
  add(pick: Pick): Promise<void>
  /** Adds picks, merged by id. @throws PicksError 'Failed to save picks: {reason}' */
  addMany(picks: readonly Pick[]): Promise<void>
  /**
   * Adds a pick from texts, with the same row as the procedure `add_pick`.
   * @returns the id
   * @throws PicksError 'Failed to add pick'
   */
  addByName(pick: AddPickArguments): Promise<string>
  /** @returns the removed rows, for `restore` @throws PicksError 'Failed to delete pick' */
  remove(id: string): Promise<PickRow[]>
  /** @returns the removed rows, for `restore` @throws PicksError 'Failed to clear picks' */
  clear(): Promise<PickRow[]>
  /** Restores removed rows. @throws PicksError 'Failed to save picks: {reason}' */
  restore(rows: readonly PickRow[]): Promise<void>
  /** @throws PicksError 'Failed to get pick count' if the server fails and this device has no copy */
  count(): Promise<number>
  /** Returns the unexpired picks that expire within two hours (P3). @param now epoch milliseconds */
  expiring(now?: number): PickRow[]
  /**
   * Removes expired picks and, if there were any, reads the list again.
   * @returns the number of removed picks
   */
  cleanUp(): Promise<number>
  /** Returns the unreadable entries as JSON, for download. */
  unreadablePicksJson(): string
  discardSetAside(): void
  /** Returns whether a read or write is in progress. */
  busy(): boolean
}

/**
 * Creates a pick store. While it has subscribers it reads the list, listens to other tabs, reads the list
 * again when the window gets the focus or becomes visible, and removes expired picks every five minutes;
 * after a failure that also reads the list again.
 */
export function createPickStore(shell: PickShell, options: PickStoreOptions = {}): PickStore {
  const core = createPickCore(shell, options)
  const exchange = createPickExchange(core)
  const { refresh, retry } = exchange
  const unexpiredRows = () => core.state.get().rows.filter((row) => Date.parse(row.expires_at) > Date.now())

  function switchUser() {
    if (!core.switchOwner()) return
    exchange.reset()
    void refresh()
  }

  async function cleanUp(): Promise<number> {
    const count = await exchange.cleanUp()
    if (count > 0 || core.state.get().failure !== null) await refresh()
    return count
  }

  function start(): () => void {
    const listening = new AbortController()
    const { signal } = listening
    const refreshIfVisible = () => {
      if (globalThis.document?.visibilityState !== 'hidden') void refresh()
    }
    const onOtherTabChange = () => {
      core.show()
      exchange.resumeSync()
    }
    // TanStack Query refetches when the page becomes visible, but not when its window gets the focus.
    globalThis.addEventListener?.('focus', refreshIfVisible, { signal })
    globalThis.document?.addEventListener('visibilitychange', refreshIfVisible, { signal })
    globalThis.addEventListener?.('online', () => void retry(), { signal })
    const stops = [core.announcer.listen(onOtherTabChange), shell.session.subscribe(switchUser)]
    const timer = setInterval(() => void cleanUp(), PICK_CLEANUP_MS)
    core.switchOwner()
    void refresh().then(() => exchange.cleanUp())
    return () => {
      listening.abort()
      for (const stop of stops) stop()
      clearInterval(timer)
    }
  }

  let subscribers = 0
  let stop: (() => void) | null = null

  return {
    ...createPickWrites(core, exchange.scheduleSync),
    get: core.state.get,
    subscribe(onChange) {
      const unsubscribe = core.state.subscribe(onChange)
      subscribers += 1
      if (subscribers === 1) stop = start()
      let unsubscribed = false
      return () => {
        if (unsubscribed) return
        unsubscribed = true
        unsubscribe()
        subscribers -= 1
        if (subscribers > 0) return
        stop?.()
        stop = null
      }
    },
    refresh,
    retry,
    cleanUp,
    async count() {
      if (!core.isSignedIn()) return unexpiredRows().length
      try {
        return await countPicks(shell.supabase)
      } catch (error) {
        if (isRefusal(error) || !core.copies().exists()) throw error
        return unexpiredRows().length
      }
    },
    expiring(now = Date.now()) {
      return core.state.get().rows.filter((row) => {
        const remainingMs = Date.parse(row.expires_at) - now
        return remainingMs > 0 && remainingMs <= PICK_EXPIRING_MS
      })
    },
    unreadablePicksJson: () => JSON.stringify(core.copies().setAside(), null, 2),
    discardSetAside() {
      core.copies().discardSetAside()
      core.show()
    },
    busy: core.busy,
  }
}

const stores = new WeakMap<PickShell, PickStore>()

/** Returns the pick store of a shell, so that all screens share one state. */
export function pickStoreOf(shell: PickShell): PickStore {
  const store = stores.get(shell) ?? createPickStore(shell)
  stores.set(shell, store)
  return store
}
