import { availableParallelism } from 'node:os'
import { createSlots } from '../../platform/concurrency/slots.ts'
import { HttpError } from '../../platform/errors.ts'
import { createReaderPool } from './reader-pool.ts'
import type { Reading, ReadRequest } from './reader-process.ts'

/** Maximum number of images in memory: uploading, waiting or being read. Each takes at most 10 MB. */
const ADMITTED = 16
const ADMITTED_PER_USER = 4
/** Limits of `Retry-After`, in seconds. */
const RETRY_SECONDS = { least: 5, most: 60 }
/** Default limit of parallel readers: each takes about 400 MB while it reads. */
const MAX_DEFAULT_WORKERS = 2

/** Admits uploaded images and reads them in separate processes. */
export interface Extractor {
  /**
   * Admits an upload, from its first byte to its response.
   * @param key id of the user
   * @throws HttpError 503 with `Retry-After` if too many images are being processed
   */
  admit<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Reads an image. @throws ImageRefused; HttpError 503; Error if the reader fails */
  read(key: string, request: ReadRequest): Promise<Reading>
  close(): void
}

function busy(expectedMs: number): HttpError {
  const seconds = Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, Math.ceil(expectedMs / 1000)))
  return new HttpError(
    503,
    'UNAVAILABLE',
    'Too many pictures are being read right now. No credit was used.',
    { headers: { 'Retry-After': String(seconds) } },
  )
}

/** Leaves one core to the rest of the API. */
const defaultWorkers = () => Math.max(1, Math.min(MAX_DEFAULT_WORKERS, availableParallelism() - 1))

/**
 * @param workers maximum number of images read in parallel; reader processes are started on demand
 * @param child module run by a reader process, for tests
 */
export function createExtractor({
  workers = defaultWorkers(),
  admitted = ADMITTED,
  ...poolOptions
}: {
  workers?: number | undefined
  admitted?: number
  child?: URL
  answerMs?: number
} = {}): Extractor {
  const full = () => busy(pool.expectedMs())
  const admission = createSlots({ maxRunning: admitted, perKey: ADMITTED_PER_USER, waiting: 0, full })
  // The queue is large enough for every admitted upload.
  const pool = createReaderPool({ workers, waiting: 2 * admitted, full, ...poolOptions })
  return {
    admit: (key, work) => admission.run(key, work),
    read: (key, request) => pool.read(key, request),
    close: () => pool.close(),
  }
}
