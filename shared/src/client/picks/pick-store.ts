import { type Pick, type PickRow, pickSchema } from '../../contracts/picks/pick.ts'
import type { Readable } from '../../contracts/remote-contract.ts'
import { PICK_CLEANUP_MS, PICK_EXPIRING_MS } from '../../domain/picks.ts'
import { DeviceOutbox, type DeviceOutboxOptions, listenToFlushes } from './device-outbox.ts'
import { isStorable, type OutboxEvent } from './outbox.ts'
import { describeFailure, isRefusal, messageOf, PicksError, type PicksState } from './pick-store-state.ts'
import { type PickShell, PickSync } from './pick-sync.ts'
import {
  type AddPickArguments,
  countPicks,
  type FailureText,
  hasPlainTexts,
  pickToRow,
  reasonOf,
  rowFromTexts,
  savePicksFailure,
} from './server-picks.ts'

/** `user_id` of rows that are saved without a session. */
const ANONYMOUS_USER_ID = '00000000-0000-0000-0000-000000000000'
const MAX_ANONYMOUS_PICKS = 1_000

/** @throws PicksError with the text `message` for a pick that cannot be shown, stored or sent */
function toRow(pick: Pick, message: string): PickRow {
  const { data, error } = pickSchema.safeParse(pick)
  if (!data || !isStorable(data)) throw new PicksError(message, { cause: error })
  return pickToRow(data, ANONYMOUS_USER_ID)
}

/**
 * The current user's picks (P1, P2). The operations are the same on the server's table, on this device
 * without a session, and on this device while the server is unreachable. Each operation is stored in the outbox of
 * this device, from where it is sent; it fails if it can be stored nowhere, or if the table refuses it. Failures are
 * `PicksError`s with the messages of row P2.
 */
export class PickStore implements Readable<PicksState> {
  readonly #shell: PickShell
  readonly #outbox: DeviceOutbox
  readonly #sync: PickSync
  #subscribers = 0
  #stop: (() => void) | null = null

  constructor(shell: PickShell, options: DeviceOutboxOptions = {}) {
    this.#shell = shell
    this.#outbox = new DeviceOutbox(shell.session, options)
    this.#sync = new PickSync(shell, this.#outbox)
  }

  readonly get = (): PicksState => this.#outbox.state.get()

  /**
   * While the store has subscribers it reads the list, listens to other tabs, reads the list again when the window
   * gets the focus or becomes visible, and removes expired picks every five minutes. After a failure, focus and the
   * five-minute pass retry.
   */
  readonly subscribe = (onChange: () => void): (() => void) => {
    const unsubscribe = this.#outbox.state.subscribe(onChange)
    this.#subscribers += 1
    this.#stop ??= this.#start()
    let isSubscribed = true
    return () => {
      if (!isSubscribed) return
      isSubscribed = false
      unsubscribe()
      this.#subscribers -= 1
      if (this.#subscribers > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  /** Returns whether a read or write is in progress. */
  readonly busy = (): boolean => this.#sync.busy()

  /** Returns the unreadable entries as JSON, for download. */
  readonly unreadablePicksJson = (): string => JSON.stringify(this.#outbox.storageOf().setAside(), null, 2)

  readonly discardSetAside = (): void => {
    this.#outbox.storageOf().discardSetAside()
    this.#outbox.show()
  }

  #start(): () => void {
    const outbox = this.#outbox
    const listening = new AbortController()
    const { signal } = listening
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') this.#sync.flush()
      else void this.retry()
    }
    const switchUser = () => {
      if (!outbox.switchOwner()) return
      this.#sync.reset()
      void this.refresh()
    }
    const onOtherTabChange = () => {
      outbox.show()
      this.#sync.resume()
    }
    // TanStack Query refetches when the page becomes visible, but not when its window gets the focus.
    globalThis.addEventListener?.('focus', () => void this.#catchUp(), { signal })
    globalThis.document?.addEventListener('visibilitychange', onVisibility, { signal })
    globalThis.addEventListener?.('online', () => void this.retry(), { signal })
    listenToFlushes(() => this.#sync.sendNow(), signal)
    const stops = [outbox.announcer.listen(onOtherTabChange), this.#shell.session.subscribe(switchUser)]
    const timer = setInterval(() => void this.cleanUp(), PICK_CLEANUP_MS)
    outbox.switchOwner()
    void this.refresh().then(() => this.#sync.cleanUp())
    return () => {
      listening.abort()
      for (const stop of stops) stop()
      clearInterval(timer)
    }
  }

  /** Reads the list again, and after a failure also sends the new picks: no timer is left for them. */
  #catchUp(): Promise<void> {
    // While a call waits, a further retry would send the same list again.
    return this.get().failure === null || this.busy() ? this.refresh() : this.retry()
  }

  refresh(): Promise<void> {
    return this.#sync.refresh()
  }

  /** Retries after a failure: reads the list and sends all operations. */
  retry(): Promise<void> {
    return this.#sync.retry()
  }

  /** Adds a pick or replaces the one with the same id. @throws PicksError 'Failed to save pick' */
  add(pick: Pick): Promise<void> {
    return this.#withErrorState('Failed to add pick', () =>
      this.#save([toRow(pick, 'Failed to add pick')], () => 'Failed to save pick'),
    )
  }

  /** Adds picks, merged by id. @throws PicksError 'Failed to save picks: {reason}' */
  addMany(picks: readonly Pick[]): Promise<void> {
    return this.#withErrorState('Failed to add picks', () =>
      this.#save(picks.map((pick) => toRow(pick, 'Failed to add picks'))),
    )
  }

  /**
   * Adds a pick from texts, with the same row as the procedure `add_pick`.
   * @returns the id
   * @throws PicksError 'Failed to add pick'
   */
  addByName(texts: AddPickArguments): Promise<string> {
    return this.#withErrorState('Failed to add pick', async () => {
      // The database refuses these too. Stored locally, such a pick would display '[object Object]'.
      if (!hasPlainTexts(texts)) throw new PicksError('Failed to add pick', { status: 400 })
      const row = rowFromTexts(texts, ANONYMOUS_USER_ID)
      await this.#save([row], () => 'Failed to add pick')
      return row.id
    })
  }

  /** @returns the removed rows, for `restore` @throws PicksError 'Failed to delete pick' */
  remove(id: string): Promise<PickRow[]> {
    return this.#withErrorState('Failed to delete pick', () => this.#remove([id], 'Failed to delete pick'))
  }

  /** @returns the removed rows, for `restore` @throws PicksError 'Failed to clear picks' */
  clear(): Promise<PickRow[]> {
    const ids = this.get().rows.map(({ id }) => id)
    return this.#withErrorState('Failed to clear picks', () => this.#remove(ids, 'Failed to clear picks'))
  }

  /** Restores removed rows. @throws PicksError 'Failed to save picks: {reason}' */
  restore(rows: readonly PickRow[]): Promise<void> {
    return this.#withErrorState('Failed to add picks', () => this.#save(rows, savePicksFailure, true))
  }

  #unexpiredRows(): PickRow[] {
    return this.get().rows.filter((row) => Date.parse(row.expires_at) > Date.now())
  }

  /** @throws PicksError 'Failed to get pick count' if the server fails and this device has no outbox */
  async count(): Promise<number> {
    // The server does not know the queued operations.
    if (!this.#outbox.isSignedIn || this.get().unsent > 0) return this.#unexpiredRows().length
    try {
      return await countPicks(this.#shell.supabase)
    } catch (error) {
      if (isRefusal(error) || !this.#outbox.storageOf().exists) throw error
      return this.#unexpiredRows().length
    }
  }

  /** Returns the unexpired picks that expire within two hours (P3). @param now epoch milliseconds */
  expiring(now = Date.now()): PickRow[] {
    return this.get().rows.filter((row) => {
      const remainingMs = Date.parse(row.expires_at) - now
      return remainingMs > 0 && remainingMs <= PICK_EXPIRING_MS
    })
  }

  /**
   * Removes expired picks and, if there were any, reads the list again.
   * @returns the number of removed picks
   */
  async cleanUp(): Promise<number> {
    const count = await this.#sync.cleanUp()
    if (count > 0 || this.get().failure !== null) await this.#catchUp()
    return count
  }

  /** Stores the message of a failure in the state and rethrows the error. */
  async #withErrorState<T>(fallback: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (this.get().error) this.#outbox.show({ error: null })
      return result
    } catch (error) {
      this.#outbox.show({ error: messageOf(error, fallback) })
      throw error
    }
  }

  /** @param restored whether the rows were removed before: the sync call would find them deleted */
  #save(rows: readonly PickRow[], message: FailureText = savePicksFailure, restored = false): Promise<void> {
    const { isSignedIn, owner } = this.#outbox
    const entries = this.#outbox.read().entries
    const ids = new Set([...entries.map(({ row }) => row.id), ...rows.map(({ id }) => id)])
    if (!isSignedIn && ids.size > MAX_ANONYMOUS_PICKS)
      throw new PicksError(savePicksFailure(`At most ${MAX_ANONYMOUS_PICKS} picks can be kept at a time`))
    const ownRows = rows.map((row) => ({ ...row, user_id: isSignedIn ? owner : ANONYMOUS_USER_ID }))
    const at = this.#outbox.nextTimestamp()
    const added = rows.map(({ id }) => id)
    return this.#write({ type: 'add', rows: ownRows, at, restored }, at, added, message)
  }

  async #remove(ids: readonly string[], message: string): Promise<PickRow[]> {
    const removedIds = new Set(ids)
    const rows = this.#outbox.read().entries.map(({ row }) => row)
    const at = this.#outbox.nextTimestamp()
    const event: OutboxEvent = this.#outbox.isSignedIn ? { type: 'remove', ids, at } : { type: 'drop', ids }
    await this.#write(event, at, ids, () => message)
    return rows.filter(({ id }) => removedIds.has(id))
  }

  /**
   * Stores the operation `at` in the outbox and sends what need not wait for the sync call. If the server is
   * unreachable, the operation stays in the outbox. If the table refuses it, or neither side can store it, it is
   * undone.
   */
  async #write(event: OutboxEvent, at: number, ids: readonly string[], message: FailureText) {
    const outbox = this.#outbox
    const { owner } = outbox
    const before = outbox.read()
    const isStored = outbox.apply(event)
    const undo = () => outbox.apply({ type: 'undo', before, ids, at }, owner)
    if (!outbox.isSignedIn) {
      if (isStored) return
      undo()
      throw new PicksError('Storage not available')
    }
    if (outbox.read().changed === at) this.#sync.schedule()
    try {
      await this.#sync.send(owner, at, !isStored, message)
    } catch (error) {
      if (isRefusal(error) || !isStored) {
        undo()
        if (error instanceof PicksError) throw error
        throw new PicksError(message(reasonOf(error)), { cause: error })
      }
      if (outbox.owner === owner) outbox.show({ where: 'device', failure: describeFailure(error) })
    }
  }
}

const stores = new WeakMap<PickShell, PickStore>()

/** Returns the pick store of a shell, so that all screens share one state. */
export function pickStoreOf(shell: PickShell): PickStore {
  const store = stores.get(shell) ?? new PickStore(shell)
  stores.set(shell, store)
  return store
}
