import { type Caller, findCaller, reportEffect } from './lease.ts'

/** Key of the owners of the other keys, so that a quota also holds on the next pages. */
const OWNERS_KEY = 'propsight.storage-owners'
/** Characters that the keys and values of one remote may have in each storage, of the 5 million of an origin. */
export const MAX_STORED = 1_000_000

type Owners = Record<string, string>

const nameOf = ({ release }: Caller): string => release.slice(0, release.lastIndexOf('@'))

function readOwners(storage: Storage): Owners {
  try {
    const owners: unknown = JSON.parse(storage.getItem(OWNERS_KEY) ?? '{}')
    return owners !== null && typeof owners === 'object' ? { ...owners } : {}
  } catch {
    return {}
  }
}

/**
 * Gives each remote a quota in localStorage and sessionStorage, so that a remote that fills them does not stop the shell
 * from storing the session. `clear` of a remote removes its own keys only, and keys of the shell stay.
 */
export function leaseStorage(): void {
  const { setItem, removeItem, clear } = Storage.prototype
  const define = (name: string, value: unknown) =>
    Object.defineProperty(Storage.prototype, name, { configurable: true, writable: true, value })

  /** Characters of the keys of a remote, without one of them. */
  const usedBy = (storage: Storage, owners: Owners, remote: string, without: string): number =>
    Object.entries(owners).reduce((sum, [key, owner]) => {
      if (owner !== remote || key === without) return sum
      return sum + key.length + (storage.getItem(key)?.length ?? 0)
    }, 0)

  /** Stores the owners of keys that exist: a key may name a user, of whom nothing stays after the sign-out. */
  const writeOwners = (storage: Storage, owners: Owners): void => {
    const kept = Object.entries(owners).filter(([key]) => storage.getItem(key) !== null)
    if (kept.length > 0) setItem.call(storage, OWNERS_KEY, JSON.stringify(Object.fromEntries(kept)))
    else removeItem.call(storage, OWNERS_KEY)
  }

  /** Keys with this prefix are those of the shell (`STORAGE`). */
  const isOfShell = (key: string): boolean => key.startsWith('propsight.')

  const set = function (this: Storage, key: string, value: string): void {
    const caller = findCaller(set)
    if (!caller) {
      setItem.call(this, key, value)
      return
    }
    const remote = nameOf(caller)
    const name = String(key)
    const text = String(value)
    if (isOfShell(name)) {
      reportEffect(caller, `storage key of the shell`)
      throw new DOMException('This key is one of the shell', 'NoModificationAllowedError')
    }
    const owners = readOwners(this)
    if (usedBy(this, owners, remote, name) + name.length + text.length > MAX_STORED) {
      reportEffect(caller, 'storage quota')
      throw new DOMException(`A remote may store ${MAX_STORED} characters`, 'QuotaExceededError')
    }
    setItem.call(this, name, text)
    if (owners[name] !== remote) writeOwners(this, { ...owners, [name]: remote })
  }
  const remove = function (this: Storage, key: string): void {
    const caller = findCaller(remove)
    if (caller && isOfShell(String(key))) {
      reportEffect(caller, 'storage key of the shell')
      return
    }
    removeItem.call(this, key)
    const owners = readOwners(this)
    if (String(key) in owners) writeOwners(this, owners)
  }
  const clearOwn = function (this: Storage): void {
    const caller = findCaller(clearOwn)
    if (!caller) clear.call(this)
    else {
      const owners = readOwners(this)
      for (const [key, owner] of Object.entries(owners))
        if (owner === nameOf(caller)) removeItem.call(this, key)
      writeOwners(this, owners)
    }
  }
  define('setItem', set)
  define('removeItem', remove)
  define('clear', clearOwn)
}
