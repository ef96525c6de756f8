import { createHash } from 'node:crypto'
import type { ObjectStore, StoredObject } from '../services/releases/store/object-store.ts'

/** A storage in memory with conditional writes. */
export function createMemoryObjects(): { objects: ObjectStore; keys(): string[] } {
  const stored = new Map<string, { bytes: Uint8Array; etag: string; at: Date }>()
  return {
    keys: () => [...stored.keys()].sort(),
    objects: {
      async put(key, bytes, _headers, condition) {
        if (condition === 'absent' && stored.has(key)) return false
        stored.set(key, { bytes, etag: createHash('md5').update(bytes).digest('hex'), at: new Date() })
        return true
      },
      get: async (key) => stored.get(key) ?? null,
      list: async (folder) =>
        [...stored].flatMap(([key, { bytes, etag, at }]): StoredObject[] =>
          key.startsWith(folder) ? [{ key, size: bytes.length, etag, at }] : [],
        ),
      async delete(key) {
        stored.delete(key)
      },
    },
  }
}
