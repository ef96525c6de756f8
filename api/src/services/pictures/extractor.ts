import { availableParallelism } from 'node:os'
import { createSlots } from '../../platform/concurrency/slots.ts'
import { HttpError } from '../../platform/errors.ts'
import { createReaderPool } from './reader-pool.ts'
import type { Reading, ReadRequest } from './reader-process.ts'

/** Pictures in the house at once, on their way in, waiting and being read: each is at most 10 MB of memory. */
const ADMITTED = 16
const ADMITTED_PER_USER = 4
const BUSY_RETRY_SECONDS = 10
/** Without being told otherwise: each reader takes some 400 MB while it reads. */
const MOST_BY_DEFAULT = 2

/** Takes uploaded pictures in and reads them in processes of their own. */
export interface Extractor {
  /**
   * Lets an upload in, from its first byte to its answer.
   * @param key whose it is
   * @throws HttpError 503 with `Retry-After` where too many are in already
   */
  admit<T>(key: string, work: () => Promise<T>): Promise<T>
  /** @throws PictureRefused; HttpError 503; Error where the reader failed */
  read(key: string, request: ReadRequest): Promise<Reading>
  close(): void
}

const busy = () =>
  new HttpError(
    503,
    'UNAVAILABLE',
    'Too many pictures are being read right now. Try again in a moment. No credit was used.',
    { headers: { 'Retry-After': String(BUSY_RETRY_SECONDS) } },
  )

/** Leaves one core to everything else. */
const defaultWorkers = () => Math.max(1, Math.min(MOST_BY_DEFAULT, availableParallelism() - 1))

/**
 * @param workers pictures that are read at the same time; each reader is started when it is needed
 * @param child what a reader's process runs, for tests
 */
export function createExtractor({
  workers = defaultWorkers(),
  admitted = ADMITTED,
  ...given
}: {
  workers?: number | undefined
  admitted?: number
  child?: URL
  readMs?: number
} = {}): Extractor {
  const doors = createSlots({ atOnce: admitted, perKey: ADMITTED_PER_USER, waiting: 0, full: busy })
  // Who was let in has a place to wait.
  const pool = createReaderPool({ workers, waiting: 2 * admitted, full: busy, ...given })
  return {
    admit: (key, work) => doors.run(key, work),
    read: (key, request) => pool.read(key, request),
    close: () => pool.close(),
  }
}
