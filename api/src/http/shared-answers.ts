import { compressText } from './brotli.ts'

/** How long an answer serves others without another look: its sources are read minutes apart. */
const FRESH_MS = 3_000

/** An answer that everybody gets alike who asks alike. */
export interface SharedAnswer<T> {
  readonly value: T
  /** As JSON. */
  readonly text: string
  /** The same, compressed. */
  readonly brotli: Buffer
}

export interface SharedAnswers<T> {
  /**
   * The answer to a question: one that was made within the last three seconds, or one that is being made, or a new one; what
   * comes out the same is not compressed again. Rights are the caller's to check, each time.
   * @param key all that the answer depends on, and nothing of who asks
   * @param asOf the time that it is about: of another one nothing serves
   * @throws what `make` throws; it is asked again the next time
   */
  read(key: string, asOf: number, make: () => Promise<T>): Promise<SharedAnswer<T>>
}

/** @param mostChars of JSON that is kept; what was asked for longest ago goes first */
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
