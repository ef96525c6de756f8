import type { Readable, SessionUser } from '../../contracts/remote-contract.ts'
import { createWritableValue } from '../writable-value.ts'
import {
  countUnsent,
  lastOperationTime,
  type Outbox,
  type OutboxEvent,
  reduceOutbox,
  sortedRows,
} from './outbox.ts'
import { COPY_KEY, OutboxStorage, type StorageArea } from './outbox-storage.ts'
import { LOADING, type PicksState } from './pick-store-state.ts'

/** Owner of picks that are saved without a session. */
export const ANONYMOUS = 'anonymous'

/** Notifies other tabs and other pick stores of this page that the picks have changed. */
export interface Announcer {
  notify(): void
  /** @returns the function that ends the subscription */
  listen(onChange: () => void): () => void
}

/** Other tabs get the browser's storage event; stores of this page get an event of the window. */
function createAnnouncer(): Announcer {
  let isNotifying = false
  return {
    notify() {
      isNotifying = true
      globalThis.dispatchEvent?.(new Event(COPY_KEY))
      isNotifying = false
    },
    listen(onChange) {
      const listening = new AbortController()
      const { signal } = listening
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(COPY_KEY)) onChange()
      }
      const onNotice = () => {
        if (!isNotifying) onChange()
      }
      globalThis.addEventListener?.('storage', onStorage, { signal })
      globalThis.addEventListener?.(COPY_KEY, onNotice, { signal })
      return () => listening.abort()
    },
  }
}

/** Event of the window before a sign-out. Its detail takes the work of each listener. */
const FLUSH = 'propsight:flush-picks'
const MAX_WAIT_MS = 2_000

type AddWork = (work: Promise<void>) => void

/** Calls `flush` when the page is about to lose its session. @param signal ends the subscription */
export function listenToFlushes(flush: () => Promise<void>, signal: AbortSignal): void {
  const onFlush = (event: Event) => (event as CustomEvent<AddWork>).detail(flush())
  globalThis.addEventListener?.(FLUSH, onFlush, { signal })
}

/**
 * Lets the pick stores of all remotes in this page send their new picks before a sign-out. Resolves when they have
 * done so or failed, after two seconds at the latest; unsent picks stay on the device.
 */
export async function flushPicks(): Promise<void> {
  const work: Promise<void>[] = []
  globalThis.dispatchEvent(new CustomEvent<AddWork>(FLUSH, { detail: (flushed) => work.push(flushed) }))
  await Promise.race([Promise.allSettled(work), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

export interface DeviceOutboxOptions {
  storage?: StorageArea
  announcer?: Announcer
}

/**
 * The outboxes of this device, the owner whose picks are shown, and the displayed state. Tabs share the storage: each
 * event is applied to what is stored at that time. Storage is not read until the first use.
 */
export class DeviceOutbox {
  readonly state = createWritableValue<PicksState>(LOADING)
  readonly area: StorageArea
  readonly announcer: Announcer
  readonly #session: Readable<SessionUser | null>
  readonly #storages = new Map<string, OutboxStorage>()
  #owner: string
  #lastTimestamp = 0

  constructor(session: Readable<SessionUser | null>, options: DeviceOutboxOptions) {
    this.area = options.storage ?? (() => globalThis.localStorage)
    this.announcer = options.announcer ?? createAnnouncer()
    this.#session = session
    this.#owner = this.#sessionOwner
  }

  get #sessionOwner(): string {
    return this.#session.get()?.id ?? ANONYMOUS
  }

  /** The signed-in user's id, or 'anonymous'. */
  get owner(): string {
    return this.#owner
  }

  get isSignedIn(): boolean {
    return this.#owner !== ANONYMOUS
  }

  /** Returns whether the list of this owner is shown and the requests of the page carry the owner's token. */
  isCurrent(owner: string): boolean {
    return owner === this.#owner && owner === this.#sessionOwner
  }

  storageOf(owner = this.#owner): OutboxStorage {
    const storage = this.#storages.get(owner) ?? new OutboxStorage(this.area, owner)
    this.#storages.set(owner, storage)
    return storage
  }

  read(owner = this.#owner): Outbox {
    return this.storageOf(owner).read()
  }

  /** Applies an event to an outbox and notifies the screen and other tabs. @returns whether the result is in storage */
  apply(event: OutboxEvent, owner = this.#owner): boolean {
    const storage = this.storageOf(owner)
    const isStored = storage.write(reduceOutbox(storage.read(), event))
    if (owner === this.#owner) this.show()
    else if (owner !== ANONYMOUS) storage.keepUnsent()
    this.announcer.notify()
    return isStored
  }

  /** Updates the displayed state from the outbox and from `changes`. */
  show(changes: Partial<PicksState> = {}): void {
    const outbox = this.read()
    const shown = this.state.get().rows
    const rows = sortedRows(outbox)
    const isSameList = rows.length === shown.length && rows.every((row, index) => row === shown[index])
    this.state.set({
      ...this.state.get(),
      ...changes,
      rows: isSameList ? shown : rows,
      setAside: this.storageOf().setAside().length,
      unsent: this.isSignedIn ? countUnsent(outbox) : 0,
    })
  }

  /** Returns a time that is later than all times returned before, epoch milliseconds. */
  nextTimestamp(): number {
    // Also later than the operations of other tabs, and those of this tab before the clock was set back.
    const earlier = Math.max(this.#lastTimestamp, lastOperationTime(this.read()))
    this.#lastTimestamp = Math.max(Date.now(), earlier + 1)
    return this.#lastTimestamp
  }

  /** Switches to the current user of the shell. @returns whether the user has changed */
  switchOwner(): boolean {
    if (this.#owner === this.#sessionOwner) return false
    if (this.isSignedIn) this.storageOf().keepUnsent()
    this.#owner = this.#sessionOwner
    this.state.set(LOADING)
    return true
  }
}
