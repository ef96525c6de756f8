import { type Entry, emptyOutbox, type Outbox, readOutbox, shareRows } from './outbox.ts'

/** Prefixes of the storage keys; a colon and the owner follow. */
export const COPY_KEY = 'propsight:my-picks'
export const SET_ASIDE_KEY = 'propsight:my-picks-set-aside'

/** Returns the browser storage. If storage is denied, the call itself throws. */
export type StorageArea = () => globalThis.Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const isUnsent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'unsent' in value && Boolean(value.unsent)

/** Whether the server has a stored entry. One of another shape may be an unsent pick. */
const isConfirmed = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || 'unsent' in value || !('row' in value)) return false
  const { row } = value
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
}

/**
 * The part of a stored outbox that the server may not have yet, which stays on the device after a sign-out. Without
 * the schemas of an outbox, which the page of the shell does not load.
 * @returns null if the server has everything; a text that is not an outbox unchanged, for it may be an unsent pick
 */
export function unsentPart(text: string): string | null {
  try {
    const outbox = JSON.parse(text)
    const entries = outbox.entries.filter((entry: unknown) => !isConfirmed(entry))
    const removed = outbox.removed.filter(isUnsent)
    return entries.length + removed.length === 0 ? null : JSON.stringify({ ...outbox, entries, removed })
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

/** The stored outbox of one user. Never throws: with denied storage the outbox is in this page's memory only. */
export class OutboxStorage {
  readonly #area: StorageArea
  readonly #key: string
  readonly #asideKey: string
  /** The stored text and the outbox parsed from it. While the text is unchanged, no other tab has written. */
  #cached: { text: string | null; outbox: Outbox } = { text: null, outbox: emptyOutbox() }
  #exists = false
  /** Unreadable values that do not fit under the set-aside key; they stay among the entries until they fit. */
  #unreadableInPlace: unknown[] = []

  constructor(area: StorageArea, owner: string) {
    this.#area = area
    this.#key = `${COPY_KEY}:${owner}`
    this.#asideKey = `${SET_ASIDE_KEY}:${owner}`
  }

  #get(key: string): string | null {
    return attempt(() => this.#area().getItem(key), null)
  }

  #put(key: string, text: string): boolean {
    return attempt(() => {
      this.#area().setItem(key, text)
      return true
    }, false)
  }

  #delete(key: string): void {
    attempt(() => this.#area().removeItem(key), undefined)
  }

  #remember(text: string | null, outbox: Outbox): void {
    this.#cached = { text, outbox: shareRows(this.#cached.outbox, outbox) }
  }

  /** Whether this device has an outbox of the user, in storage or in memory. */
  get exists(): boolean {
    return this.#exists || this.#get(this.#key) !== null
  }

  read(): Outbox {
    const text = this.#get(this.#key)
    // Without a text another tab removed the key: the outbox in this page's memory is used.
    if (text === this.#cached.text || text === null) return this.#cached.outbox
    const { outbox, unreadable } = readOutbox(text)
    this.#remember(text, outbox)
    this.#exists = true
    this.#unreadableInPlace = []
    if (unreadable.length > 0) {
      const aside = [...parseList(this.#get(this.#asideKey)), ...unreadable]
      if (!this.#put(this.#asideKey, JSON.stringify(aside))) this.#unreadableInPlace = unreadable
      else this.write(outbox)
    }
    return this.#cached.outbox
  }

  /**
   * Stores an outbox. If storage is too small, unsent entries are stored first, then the newest ones; the rest
   * stays in this page's memory.
   * @returns whether all unsent entries are in storage
   */
  write(outbox: Outbox): boolean {
    this.#exists = true
    for (const share of SHARES) {
      const entries: unknown[] = trimEntries(outbox.entries, share)
      const text = JSON.stringify({ ...outbox, entries: entries.concat(this.#unreadableInPlace) })
      if (!this.#put(this.#key, text)) continue
      this.#remember(text, outbox)
      return true
    }
    this.#remember(this.#get(this.#key), outbox)
    return false
  }

  /** Removes all rows that the server has, from storage and memory: their owner has signed out. */
  keepUnsent(): void {
    const outbox = this.read()
    const entries = outbox.entries.filter(isUnsent)
    const removed = outbox.removed.filter(isUnsent)
    this.#exists = entries.length + removed.length + this.#unreadableInPlace.length > 0
    if (this.#exists) this.write({ ...outbox, entries, removed })
    else {
      this.#delete(this.#key)
      this.#cached = { text: this.#get(this.#key), outbox: emptyOutbox() }
    }
  }

  /** Stored values that are not valid picks, kept for download. */
  setAside(): unknown[] {
    return [...parseList(this.#get(this.#asideKey)), ...this.#unreadableInPlace]
  }

  discardSetAside(): void {
    this.#delete(this.#asideKey)
    if (this.#unreadableInPlace.length === 0) return
    this.#unreadableInPlace = []
    this.write(this.#cached.outbox)
  }
}
