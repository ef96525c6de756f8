import { type Entry, emptyCopy, type PickCopy, readCopy } from './pick-copy.ts'

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
  /** Stored values that are not valid picks, kept for download. */
  setAside(): unknown[]
  discardSetAside(): void
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
function trimmed(entries: readonly Entry[], share: number): Entry[] {
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
  /** The stored text from which `copy` was parsed. While it is unchanged, no other tab has written. */
  let known: { text: string | null; copy: PickCopy } = { text: null, copy: emptyCopy() }
  let exists = false
  /** Unreadable values that do not fit under the set-aside key; they stay among the entries until they do. */
  let keptInPlace: unknown[] = []

  function keep(copy: PickCopy): boolean {
    for (const share of SHARES) {
      const entries: unknown[] = trimmed(copy.entries, share)
      const text = JSON.stringify({ ...copy, entries: entries.concat(keptInPlace) })
      if (!put(key, text)) continue
      known = { text, copy }
      return true
    }
    known = { text: textOf(key), copy }
    return false
  }

  function read(): PickCopy {
    const text = textOf(key)
    if (text === known.text) return known.copy
    // Another tab removed the key: use the copy in this page's memory.
    if (text === null) return known.copy
    const { copy, unreadable } = readCopy(text)
    known = { text, copy }
    exists = true
    keptInPlace = []
    if (unreadable.length > 0) {
      const aside = [...parseList(textOf(asideKey)), ...unreadable]
      if (!put(asideKey, JSON.stringify(aside))) keptInPlace = unreadable
      else keep(copy)
    }
    return known.copy
  }

  return {
    exists: () => exists || textOf(key) !== null,
    read,
    write(copy) {
      exists = true
      return keep(copy)
    },
    setAside: () => [...parseList(textOf(asideKey)), ...keptInPlace],
    discardSetAside() {
      attempt(() => area().removeItem(asideKey), undefined)
      if (keptInPlace.length === 0) return
      keptInPlace = []
      keep(known.copy)
    },
  }
}
