import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../platform/cache/cache.ts'
import { jsonInSlices } from '../platform/concurrency/event-loop.ts'
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
export function createSharedResponses<T extends object>(
  mostChars: number,
  now: () => number = () => performance.now(),
): SharedResponses<T> {
  const responses = new LRUCache<string, SharedResponse<T> & { asOf: number; builtMs: number }>({
    max: MAX_RESPONSES,
    maxSize: mostChars,
    sizeCalculation: ({ text }) => text.length,
  })
  const builds = createSingleFlight<SharedResponse<T>>()
  return {
    async read(key, asOf, make) {
      const last = responses.get(key)
      if (last?.asOf === asOf && now() - last.builtMs < FRESH_MS) return last
      return builds.run(`${asOf} ${key}`, async () => {
        const value = await make()
        const text = await jsonInSlices(value)
        const brotli = last?.text === text ? last.brotli : await compressText(text)
        const response = { value, text, brotli, asOf, builtMs: now() }
        responses.set(key, response)
        return response
      })
    },
  }
}
