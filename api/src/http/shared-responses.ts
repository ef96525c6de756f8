import { compressText } from './brotli.ts'

/** How long a response is reused without being rebuilt. Its sources are read minutes apart. */
const FRESH_MS = 3_000

/** A response that is the same for all clients with the same request. */
export interface SharedAnswer<T> {
  readonly value: T
  /** As JSON. */
  readonly text: string
  /** The JSON, compressed. */
  readonly brotli: Buffer
}

export interface SharedAnswers<T> {
  /**
   * Returns a response built within the last three seconds, or one in flight, or builds a new one. A rebuilt
   * response with unchanged content is not compressed again. The caller checks access rights on every
   * request.
   * @param key everything that the response depends on, and nothing about the user
   * @param asOf reference time of the response; a response of another time is not reused
   * @throws the error of `make`; the next request builds again
   */
  read(key: string, asOf: number, make: () => Promise<T>): Promise<SharedAnswer<T>>
}

/** @param mostChars total size of the cached JSON; the oldest entries are evicted first */
export function createSharedAnswers<T>(
  mostChars: number,
  now: () => number = () => performance.now(),
): SharedAnswers<T> {
  const kept = new Map<string, SharedAnswer<T> & { asOf: number; madeAtMs: number }>()
  const flights = new Map<string, Promise<SharedAnswer<T>>>()
  let chars = 0

  const drop = (key: string) => {
    chars -= kept.get(key)?.text.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, asOf: number, answer: SharedAnswer<T>) => {
    drop(key)
    kept.set(key, { ...answer, asOf, madeAtMs: now() })
    chars += answer.text.length
    for (const oldest of kept.keys()) {
      if (chars <= mostChars) break
      drop(oldest)
    }
  }
  const fly = async (key: string, asOf: number, make: () => Promise<T>): Promise<SharedAnswer<T>> => {
    const value = await make()
    const text = JSON.stringify(value)
    const last = kept.get(key)
    const answer = { value, text, brotli: last?.text === text ? last.brotli : await compressText(text) }
    keep(key, asOf, answer)
    return answer
  }
  return {
    read(key, asOf, make) {
      const last = kept.get(key)
      if (last?.asOf === asOf && now() - last.madeAtMs < FRESH_MS) return Promise.resolve(last)
      const flight = `${asOf} ${key}`
      const flying = flights.get(flight) ?? fly(key, asOf, make).finally(() => flights.delete(flight))
      flights.set(flight, flying)
      return flying
    },
  }
}
