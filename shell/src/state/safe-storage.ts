/** Storage of this browser tab. Survives reloads. */
export const tabStorage = safeStorage(() => sessionStorage)

/** Storage that never throws. When it is full, denied or absent, reads return null and writes are dropped. */
export interface SafeStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

const PROBE_KEY = 'propsight.probe'

/** Whether the storage keeps written values. */
export function isPersistent(storage: SafeStorage): boolean {
  storage.set(PROBE_KEY, 'kept')
  const isStored = storage.get(PROBE_KEY) === 'kept'
  storage.remove(PROBE_KEY)
  return isStored
}

/** @param storage a getter, because some browsers throw on any access to a denied storage */
export function safeStorage(storage: () => Storage): SafeStorage {
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(storage())
    } catch {
      return null
    }
  }
  return {
    get: (key) => attempt((store) => store.getItem(key)),
    set: (key, value) => void attempt((store) => store.setItem(key, value)),
    remove: (key) => void attempt((store) => store.removeItem(key)),
  }
}
