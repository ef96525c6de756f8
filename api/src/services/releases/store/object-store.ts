import type { Readable } from 'node:stream'

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  /** Time of the last write, by the clock of the storage. */
  at: Date
  /** Changes with each write of other content. */
  etag: string
}

/** Headers with which a CDN serves the object from a bucket. */
export interface ObjectHeaders {
  contentType: string
  cacheControl: string
  contentEncoding?: 'br' | 'gzip'
}

/**
 * Storage of objects: a folder or a bucket. Keys are paths with plain segments. Every failure of a bucket is an HttpError
 * 503 with the reason; a folder throws the errors of the file system.
 */
export interface ObjectStore {
  /**
   * Stores an object. Readers see the old content or the new one.
   * @param condition `absent` writes only if the key has no object
   * @returns whether the object was written
   */
  put(key: string, bytes: Uint8Array, headers: ObjectHeaders, condition?: 'absent'): Promise<boolean>
  /** Returns null if the object does not exist. */
  get(key: string): Promise<{ bytes: Uint8Array; etag: string } | null>
  /** All objects in a folder: `''`, or a path that ends with a slash. */
  list(folder: string): Promise<StoredObject[]>
  /** Deletes an object; no error if it does not exist. */
  delete(key: string): Promise<void>
  /** Reads a large object piece by piece, where that is possible; null if it has another ETag or does not exist. */
  stream?(key: string, etag: string): Promise<Readable | null>
}
