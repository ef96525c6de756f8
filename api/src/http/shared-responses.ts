import { createCache } from '../platform/cache/cache.ts'
import { runSlice } from '../platform/concurrency/event-loop.ts'
import { compressText } from './compression.ts'

/** How long a response is reused without being rebuilt. Its sources are read minutes apart. */
const FRESH_MS = 3_000
const MAX_RESPONSES = 1_000

/** A response that is the same for all clients with the same request. */
export interface SharedResponse<T> {
  readonly value: T
  /** As JSON. */
  readonly text: string
  /** The JSON, compressed. */
  readonly brotli: Buffer
}

export interface SharedResponses<T> {
  /**
   * Returns a response built within the last three seconds, or one being built, or builds a new one. A
   * rebuilt response with unchanged content is not compressed again. The caller checks access rights on
   * every request.
   * @param key everything that the response depends on, and nothing about the user
   * @param asOf reference time of the response; a response of another time is not reused
   * @throws the error of `make`; the next request builds again
   */
  read(key: string, asOf: number, make: () => Promise<T>): Promise<SharedResponse<T>>
}

/** @param mostChars total size of the cached JSON; the least recently used entries are evicted first */
export function createSharedResponses<T>(
  mostChars: number,
  now: () => number = () => performance.now(),
): SharedResponses<T> {
  const cache = createCache<SharedResponse<T>>({
    // Not returned after that time, not even when a build fails.
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: FRESH_MS },
    now,
    entries: MAX_RESPONSES,
    size: { max: mostChars, of: ({ text }) => text.length },
  })
  const keyAt = (asOf: number, key: string) => `${asOf} ${key}`
  let current = 0
  let previous = 0
  const advance = (asOf: number) => {
    if (asOf === current) return
    cache.forget(keyAt(previous, ''))
    previous = current
    current = asOf
  }
  return {
    async read(key, asOf, make) {
      advance(asOf)
      const { value: response } = await cache.read(keyAt(asOf, key), async () => {
        const value = await make()
        const text = await runSlice(() => JSON.stringify(value))
        const known = [asOf, previous].map((time) => cache.get(keyAt(time, key))?.value)
        const brotli = known.find((last) => last?.text === text)?.brotli ?? (await compressText(text))
        return { value: { value, text, brotli }, readAtMs: now() }
      })
      return response
    },
  }
}
