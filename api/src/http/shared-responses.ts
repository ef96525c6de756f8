import { compressText } from './compression.ts'

/** How long a response is reused without being rebuilt. Its sources are read minutes apart. */
const FRESH_MS = 3_000

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

/** @param mostChars total size of the cached JSON; the oldest entries are evicted first */
export function createSharedResponses<T>(
  mostChars: number,
  now: () => number = () => performance.now(),
): SharedResponses<T> {
  const cache = new Map<string, SharedResponse<T> & { asOf: number; madeAtMs: number }>()
  const inFlight = new Map<string, Promise<SharedResponse<T>>>()
  let chars = 0

  const drop = (key: string) => {
    chars -= cache.get(key)?.text.length ?? 0
    cache.delete(key)
  }
  const keep = (key: string, asOf: number, answer: SharedResponse<T>) => {
    drop(key)
    cache.set(key, { ...answer, asOf, madeAtMs: now() })
    chars += answer.text.length
    for (const oldest of cache.keys()) {
      if (chars <= mostChars) break
      drop(oldest)
    }
  }
  const load = async (key: string, asOf: number, make: () => Promise<T>): Promise<SharedResponse<T>> => {
    const value = await make()
    const text = JSON.stringify(value)
    const last = cache.get(key)
    const answer = { value, text, brotli: last?.text === text ? last.brotli : await compressText(text) }
    keep(key, asOf, answer)
    return answer
  }
  return {
    read(key, asOf, make) {
      const last = cache.get(key)
      if (last?.asOf === asOf && now() - last.madeAtMs < FRESH_MS) return Promise.resolve(last)
      const flightKey = `${asOf} ${key}`
      const loading =
        inFlight.get(flightKey) ?? load(key, asOf, make).finally(() => inFlight.delete(flightKey))
      inFlight.set(flightKey, loading)
      return loading
    },
  }
}
