import { type Entry, emptyCopy, type PickCopy, readCopy, shareRows } from './pick-copy.ts'

/** Prefixes of the storage keys; a colon and the owner follow. */
export const COPY_KEY = 'propsight:my-picks'
export const SET_ASIDE_KEY = 'propsight:my-picks-set-aside'
/** Owner of picks that are saved without a session. */
export const ANONYMOUS = 'anonymous'

/** Returns the browser storage. If storage is denied, the call itself throws. */
export type CopyStorageArea = () => globalThis.Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Access to the copy of one user's picks on this device. */
export interface CopyStorage {
  /** Returns whether this device has a copy, in storage or in memory. */
  exists(): boolean
  read(): PickCopy
  /**
   * Stores a copy. If storage is too small, unsent entries are stored first, then the newest ones; the rest
   * stays in this page's memory.
   * @returns whether all unsent entries are in storage
   */
  write(copy: PickCopy): boolean
  /** Removes all rows that the server has, from storage and memory: their owner has signed out. */
  keepUnsent(): void
  /** Stored values that are not valid picks, kept for download. */
  setAside(): unknown[]
  discardSetAside(): void
}

const isUnsent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'unsent' in value && Boolean(value.unsent)

/** Whether the server has a stored entry. One of another shape may be an unsent pick. */
const isConfirmed = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || 'unsent' in value || !('row' in value)) return false
  const { row } = value
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
}

/**
 * The part of a stored copy that the server may not have yet, which stays on the device after a sign-out. Without the
 * schemas of a copy, which the page of the shell does not load.
 * @returns null if the server has everything; a text that is not a copy unchanged, for it may be an unsent pick
 */
export function unsentPart(text: string): string | null {
  try {
    const copy = JSON.parse(text)
    const entries = copy.entries.filter((entry: unknown) => !isConfirmed(entry))
    const removed = copy.removed.filter(isUnsent)
    return entries.length + removed.length === 0 ? null : JSON.stringify({ ...copy, entries, removed })
  } catch {
    return text
  }
}

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

function parseList(text: string | null): unknown[] {
  if (text === null) return []
  const value: unknown = attempt(() => JSON.parse(text), text)
  return Array.isArray(value) ? value : [value]
}

/** Returns all unsent entries and the newest fraction `share` of the sent ones. */
function trimEntries(entries: readonly Entry[], share: number): Entry[] {
  const unsent = entries.filter((entry) => entry.unsent)
  const sent = entries
    .filter((entry) => !entry.unsent)
    .sort((one, other) => Date.parse(other.row.created_at) - Date.parse(one.row.created_at))
  return [...unsent, ...sent.slice(0, Math.floor(sent.length * share))]
}

const SHARES = [1, 0.5, 0.25, 0] as const

/**
 * Creates access to the stored copy of one user's picks. Never throws: with denied storage nothing is stored.
 */
export function createCopyStorage(area: CopyStorageArea, owner: string): CopyStorage {
  const key = `${COPY_KEY}:${owner}`
  const asideKey = `${SET_ASIDE_KEY}:${owner}`
  const textOf = (name: string) => attempt(() => area().getItem(name), null)
  const put = (name: string, text: string) =>
    attempt(() => {
      area().setItem(name, text)
      return true
    }, false)
  /** The stored text and the copy parsed from it. While the text is unchanged, no other tab has written. */
  let cached: { text: string | null; copy: PickCopy } = { text: null, copy: emptyCopy() }
  let exists = false
  /** Unreadable values that do not fit under the set-aside key; they stay among the entries until they fit. */
  let unreadableInPlace: unknown[] = []

  function remember(text: string | null, copy: PickCopy) {
    cached = { text, copy: shareRows(cached.copy, copy) }
  }

  function store(copy: PickCopy): boolean {
    for (const share of SHARES) {
      const entries: unknown[] = trimEntries(copy.entries, share)
      const text = JSON.stringify({ ...copy, entries: entries.concat(unreadableInPlace) })
      if (!put(key, text)) continue
      remember(text, copy)
      return true
    }
    remember(textOf(key), copy)
    return false
  }

  function read(): PickCopy {
    const text = textOf(key)
    if (text === cached.text) return cached.copy
    // Another tab removed the key: use the copy in this page's memory.
    if (text === null) return cached.copy
    const { copy, unreadable } = readCopy(text)
    remember(text, copy)
    exists = true
    unreadableInPlace = []
    if (unreadable.length > 0) {
      const aside = [...parseList(textOf(asideKey)), ...unreadable]
      if (!put(asideKey, JSON.stringify(aside))) unreadableInPlace = unreadable
      else store(copy)
    }
    return cached.copy
  }

  return {
    exists: () => exists || textOf(key) !== null,
    read,
    write(copy) {
      exists = true
      return store(copy)
    },
    keepUnsent() {
      const copy = read()
      const unsent = {
        ...copy,
        entries: copy.entries.filter(isUnsent),
        removed: copy.removed.filter(isUnsent),
      }
      exists = unsent.entries.length + unsent.removed.length + unreadableInPlace.length > 0
      if (exists) store(unsent)
      else {
        attempt(() => area().removeItem(key), undefined)
        cached = { text: textOf(key), copy: emptyCopy() }
      }
    },
    setAside: () => [...parseList(textOf(asideKey)), ...unreadableInPlace],
    discardSetAside() {
      attempt(() => area().removeItem(asideKey), undefined)
      if (unreadableInPlace.length === 0) return
      unreadableInPlace = []
      store(cached.copy)
    },
  }
}
