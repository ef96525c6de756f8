import { type Entry, emptyCopy, type PickCopy, readCopy } from './pick-copy.ts'

/** Keys of the browser's storage; the owner stands behind a colon. */
export const COPY_KEY = 'propsight:my-picks'
export const SET_ASIDE_KEY = 'propsight:my-picks-set-aside'
/** Who owns the picks of a browser in which nobody is signed in. */
export const ANONYMOUS = 'anonymous'

/** As much of the browser's storage as is used; denied storage throws already when it is asked for. */
export type CopyStorageArea = () => globalThis.Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface CopyStorage {
  /** Whether this device has a copy, in storage or in memory. */
  exists(): boolean
  read(): PickCopy
  /**
   * Keeps a copy. Where storage is too small for all of it, what the server does not have goes first and then the
   * newest; what does not fit stays in this page's memory.
   * @returns whether everything that the server does not have is in storage
   */
  write(copy: PickCopy): boolean
  /** What was found in place of picks and could not be read: one entry each. */
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

function listIn(text: string | null): unknown[] {
  if (text === null) return []
  const value: unknown = attempt(() => JSON.parse(text), text)
  return Array.isArray(value) ? value : [value]
}

/** Unsent entries and the newest `share` of the others. */
function trimmed(entries: readonly Entry[], share: number): Entry[] {
  const unsent = entries.filter((entry) => entry.unsent)
  const sent = entries
    .filter((entry) => !entry.unsent)
    .sort((one, other) => Date.parse(other.row.created_at) - Date.parse(one.row.created_at))
  return [...unsent, ...sent.slice(0, Math.floor(sent.length * share))]
}

const SHARES = [1, 0.5, 0.25, 0] as const

/** The copy of one user's picks in the browser's storage. Nothing here throws: a denied storage keeps nothing. */
export function createCopyStorage(area: CopyStorageArea, owner: string): CopyStorage {
  const key = `${COPY_KEY}:${owner}`
  const asideKey = `${SET_ASIDE_KEY}:${owner}`
  const textOf = (name: string) => attempt(() => area().getItem(name), null)
  const put = (name: string, text: string) =>
    attempt(() => {
      area().setItem(name, text)
      return true
    }, false)
  /** What storage held when `copy` was read or written: as long as it does, nobody else has written. */
  let known: { text: string | null; copy: PickCopy } = { text: null, copy: emptyCopy() }
  let exists = false
  /** Unreadable values for which there is no room beside the picks; they stay among them until there is. */
  let stuck: unknown[] = []

  function keep(copy: PickCopy): boolean {
    for (const share of SHARES) {
      const entries: unknown[] = trimmed(copy.entries, share)
      const text = JSON.stringify({ ...copy, entries: entries.concat(stuck) })
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
    // Removed by somebody else: what this page knows is all that is left of it.
    if (text === null) return known.copy
    const { copy, unreadable } = readCopy(text)
    known = { text, copy }
    exists = true
    stuck = []
    if (unreadable.length > 0) {
      const aside = [...listIn(textOf(asideKey)), ...unreadable]
      if (!put(asideKey, JSON.stringify(aside))) stuck = unreadable
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
    setAside: () => [...listIn(textOf(asideKey)), ...stuck],
    discardSetAside() {
      attempt(() => area().removeItem(asideKey), undefined)
      if (stuck.length === 0) return
      stuck = []
      keep(known.copy)
    },
  }
}
