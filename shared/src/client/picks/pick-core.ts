import type { ShellApi } from '../../contracts/remote-contract.ts'
import { createWritableValue } from '../writable-value.ts'
import {
  ANONYMOUS,
  COPY_KEY,
  type CopyStorage,
  type CopyStorageArea,
  createCopyStorage,
} from './copy-storage.ts'
import { countUnsent, lastWriteTime, type PickCopy, sortedRows } from './pick-copy.ts'
import { createStableRows, LOADING, type PicksState } from './pick-store-state.ts'

const CHANNEL = 'propsight:my-picks'

/** Notifies other tabs and other parts of this page that the picks have changed. */
export interface Announcer {
  notify(): void
  /** @returns the function that ends the subscription */
  listen(onChange: () => void): () => void
}

/**
 * Creates an announcer on a BroadcastChannel. Storage events are used in addition, for browsers without
 * BroadcastChannel; they do not reach other parts of the same page.
 * @param keyStart prefix of the relevant storage keys
 */
export function createAnnouncer(keyStart: string): Announcer {
  let channel: BroadcastChannel | null = null
  return {
    notify: () => channel?.postMessage(null),
    listen(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(keyStart)) onChange()
      }
      if (typeof BroadcastChannel === 'function') {
        channel = new BroadcastChannel(CHANNEL)
        channel.onmessage = onChange
      }
      globalThis.addEventListener?.('storage', onStorage as EventListener)
      return () => {
        channel?.close()
        channel = null
        globalThis.removeEventListener?.('storage', onStorage as EventListener)
      }
    },
  }
}

/** The parts of the shell that the pick store uses. */
export type PickShell = globalThis.Pick<ShellApi, 'session' | 'supabase' | 'api'>

export interface PickStoreOptions {
  storage?: CopyStorageArea
  announcer?: Announcer
  /** Epoch milliseconds. */
  now?(): number
}

/** State shared by the modules of the store: the owner, this device's copies, and the displayed state. */
export interface PickCore extends Required<PickStoreOptions> {
  shell: PickShell
  state: ReturnType<typeof createWritableValue<PicksState>>
  /** The signed-in user's id, or 'anonymous'. */
  owner(): string
  isSignedIn(): boolean
  copies(owner?: string): CopyStorage
  /** Changes the copy and notifies the screen and other tabs. @returns whether it is in storage */
  change(update: (copy: PickCopy) => PickCopy, owner?: string): boolean
  /** Updates the displayed state from the stored copy and from `changes`. */
  show(changes?: Partial<PicksState>): void
  /** Returns a time that is later than all times returned before, epoch milliseconds. */
  nextTimestamp(): number
  /** Runs work sequentially. A list read between a write and its confirmation could miss the write. */
  enqueue<T>(work: () => Promise<T>): Promise<T>
  busy(): boolean
  /** Switches to the current user of the shell. @returns whether the user has changed */
  switchOwner(): boolean
}

/** Creates the shared state for the shell's current user. Storage is not read until the first use. */
export function createPickCore(shell: PickShell, options: PickStoreOptions): PickCore {
  const storage = options.storage ?? (() => globalThis.localStorage)
  const announcer = options.announcer ?? createAnnouncer(COPY_KEY)
  const now = options.now ?? Date.now
  const state = createWritableValue<PicksState>(LOADING)
  const storages = new Map<string, CopyStorage>()
  const currentOwner = () => shell.session.get()?.id ?? ANONYMOUS
  let owner = currentOwner()
  let stableRows = createStableRows()
  let lastTimestamp = 0
  let pending = 0
  let queue: Promise<unknown> = Promise.resolve()

  function copies(copyOwner = owner): CopyStorage {
    const copyStorage = storages.get(copyOwner) ?? createCopyStorage(storage, copyOwner)
    storages.set(copyOwner, copyStorage)
    return copyStorage
  }

  function show(changes: Partial<PicksState> = {}) {
    const copy = copies().read()
    state.set({
      ...state.get(),
      ...changes,
      rows: stableRows(sortedRows(copy)),
      setAside: copies().setAside().length,
      unsent: owner === ANONYMOUS ? 0 : countUnsent(copy),
    })
  }

  return {
    shell,
    storage,
    announcer,
    now,
    state,
    owner: () => owner,
    isSignedIn: () => owner !== ANONYMOUS,
    copies,
    change(update, changedOwner = owner) {
      const before = copies(changedOwner).read()
      const after = update(before)
      if (after === before) return true
      const stored = copies(changedOwner).write(after)
      if (changedOwner === owner) show()
      announcer.notify()
      return stored
    },
    show,
    nextTimestamp() {
      // Also later than the writes of other tabs, and those of this tab before the clock was set back.
      lastTimestamp = Math.max(now(), lastTimestamp + 1, lastWriteTime(copies().read()) + 1)
      return lastTimestamp
    },
    enqueue(work) {
      pending += 1
      const done = queue.then(work).finally(() => {
        pending -= 1
      })
      queue = done.catch(() => undefined)
      return done
    },
    busy: () => pending > 0,
    switchOwner() {
      if (owner === currentOwner()) return false
      owner = currentOwner()
      stableRows = createStableRows()
      state.set(LOADING)
      return true
    },
  }
}
