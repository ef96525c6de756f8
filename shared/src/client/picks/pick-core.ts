import type { ShellApi } from '../../contracts/remote-contract.ts'
import { createValue } from '../writable-value.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import {
  ANONYMOUS,
  COPY_KEY,
  type CopyStorage,
  type CopyStorageArea,
  createCopyStorage,
} from './copy-storage.ts'
import { newestOf, type PickCopy, rowsOf, unsentOf } from './pick-copy.ts'
import { createSteadyRows, LOADING, type PicksState } from './pick-store-state.ts'

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
  state: ReturnType<typeof createValue<PicksState>>
  /** The signed-in user's id, or 'anonymous'. */
  owner(): string
  isSignedIn(): boolean
  copies(owner?: string): CopyStorage
  /** Changes the copy and notifies the screen and other tabs. @returns whether it is in storage */
  change(by: (copy: PickCopy) => PickCopy, owner?: string): boolean
  /** Updates the displayed state from the stored copy and from `also`. */
  show(also?: Partial<PicksState>): void
  /** Returns a time that is later than all times returned before, epoch milliseconds. */
  stamp(): number
  /** Runs work sequentially. A list read between a write and its confirmation could miss the write. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  busy(): boolean
  /** Switches to the current user of the shell. @returns whether the user has changed */
  takeOwner(): boolean
}

/** Creates the shared state for the shell's current user. Storage is not read until the first use. */
export function createPickCore(shell: PickShell, options: PickStoreOptions): PickCore {
  const storage = options.storage ?? (() => globalThis.localStorage)
  const announcer = options.announcer ?? createAnnouncer(COPY_KEY)
  const now = options.now ?? Date.now
  const state = createValue<PicksState>(LOADING)
  const all = new Map<string, CopyStorage>()
  const userOf = () => shell.session.get()?.id ?? ANONYMOUS
  let owner = userOf()
  let steady = createSteadyRows()
  let last = 0
  let underWay = 0
  let queue: Promise<unknown> = Promise.resolve()

  function copies(of = owner): CopyStorage {
    const known = all.get(of) ?? createCopyStorage(storage, of)
    all.set(of, known)
    return known
  }

  function show(also: Partial<PicksState> = {}) {
    const copy = copies().read()
    state.set({
      ...state.get(),
      ...also,
      rows: steady(rowsOf(copy)),
      setAside: copies().setAside().length,
      unsent: owner === ANONYMOUS ? 0 : unsentOf(copy),
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
    change(by, of = owner) {
      const before = copies(of).read()
      const after = by(before)
      if (after === before) return true
      const kept = copies(of).write(after)
      if (of === owner) show()
      announcer.tell()
      return kept
    },
    show,
    stamp() {
      // Also later than the writes of other tabs, and those of this tab before the clock was set back.
      last = Math.max(now(), last + 1, newestOf(copies().read()) + 1)
      return last
    },
    inTurn(work) {
      underWay += 1
      const done = queue.then(work).finally(() => {
        underWay -= 1
      })
      queue = done.catch(() => undefined)
      return done
    },
    busy: () => underWay > 0,
    takeOwner() {
      if (owner === userOf()) return false
      owner = userOf()
      steady = createSteadyRows()
      state.set(LOADING)
      return true
    },
  }
}
