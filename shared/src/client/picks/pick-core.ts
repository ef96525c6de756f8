import type { ShellApi } from '../../contracts/remote-contract.ts'
import { createWritableValue } from '../writable-value.ts'
import {
  ANONYMOUS,
  COPY_KEY,
  type CopyStorage,
  type CopyStorageArea,
  createCopyStorage,
} from './copy-storage.ts'
import { confirmWrites, countUnsent, lastWriteTime, type PickCopy, sortedRows } from './pick-copy.ts'
import { LOADING, type PicksState } from './pick-store-state.ts'

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

/** The parts of the shell that the pick store uses. */
export type PickShell = globalThis.Pick<ShellApi, 'session' | 'supabase' | 'api' | 'queryClient'>

export interface PickStoreOptions {
  storage?: CopyStorageArea
  announcer?: Announcer
}

/** Key and scope of the mutations of all pick stores in this page. */
const MUTATIONS = 'my-picks'

/**
 * Creates the state that the modules of the store share: the owner, this device's copies, and the displayed
 * state. Storage is not read until the first use.
 */
export function createPickCore(shell: PickShell, options: PickStoreOptions) {
  const { storage = () => globalThis.localStorage, announcer = createAnnouncer() } = options
  const { queryClient } = shell
  const state = createWritableValue<PicksState>(LOADING)
  const storages = new Map<string, CopyStorage>()
  const currentOwner = () => shell.session.get()?.id ?? ANONYMOUS
  let owner = currentOwner()
  let lastTimestamp = 0

  function copies(copyOwner = owner): CopyStorage {
    const copyStorage = storages.get(copyOwner) ?? createCopyStorage(storage, copyOwner)
    storages.set(copyOwner, copyStorage)
    return copyStorage
  }

  /** Updates the displayed state from the stored copy and from `changes`. */
  function show(changes: Partial<PicksState> = {}) {
    const copy = copies().read()
    const shown = state.get().rows
    const rows = sortedRows(copy)
    const isSameList = rows.length === shown.length && rows.every((row, index) => row === shown[index])
    state.set({
      ...state.get(),
      ...changes,
      rows: isSameList ? shown : rows,
      setAside: copies().setAside().length,
      unsent: owner === ANONYMOUS ? 0 : countUnsent(copy),
    })
  }

  /** Changes the copy and notifies the screen and other tabs. @returns whether it is in storage */
  function change(update: (copy: PickCopy) => PickCopy, changedOwner = owner): boolean {
    const before = copies(changedOwner).read()
    const after = update(before)
    if (after === before) return true
    const stored = copies(changedOwner).write(after)
    if (changedOwner === owner) show()
    else if (changedOwner !== ANONYMOUS) copies(changedOwner).keepUnsent()
    announcer.notify()
    return stored
  }

  /** Returns a time that is later than all times returned before, epoch milliseconds. */
  function nextTimestamp(): number {
    // Also later than the writes of other tabs, and those of this tab before the clock was set back.
    lastTimestamp = Math.max(Date.now(), lastTimestamp + 1, lastWriteTime(copies().read()) + 1)
    return lastTimestamp
  }

  return {
    shell,
    storage,
    announcer,
    state,
    /** The signed-in user's id, or 'anonymous'. */
    owner: () => owner,
    isSignedIn: () => owner !== ANONYMOUS,
    copies,
    change,
    show,
    nextTimestamp,
    /** Marks the writes of these ids until `sentAt` as confirmed by the server. */
    confirm: (ids: readonly string[], sentAt: number, changedOwner: string) =>
      change((copy) => confirmWrites(copy, ids, sentAt, nextTimestamp()), changedOwner),
    /**
     * Runs a call to the server as a mutation in one scope: TanStack Query runs the calls of all pick stores
     * of this page one after another, so that they reach the server in the order of the user's actions.
     * Without a network the call fails at once and the change stays on the device.
     */
    enqueue<T>(mutationFn: () => Promise<T>): Promise<T> {
      const calls = queryClient.getMutationCache()
      const options = { mutationKey: [MUTATIONS], scope: { id: MUTATIONS }, networkMode: 'always' } as const
      return calls.build(queryClient, { ...options, mutationFn }).execute(undefined)
    },
    busy: () => queryClient.isMutating({ mutationKey: [MUTATIONS] }) > 0,
    /** Switches to the current user of the shell. @returns whether the user has changed */
    switchOwner(): boolean {
      if (owner === currentOwner()) return false
      if (owner !== ANONYMOUS) copies().keepUnsent()
      owner = currentOwner()
      state.set(LOADING)
      return true
    },
  }
}
export type PickCore = ReturnType<typeof createPickCore>
