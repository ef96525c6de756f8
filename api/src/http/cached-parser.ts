import type { ZodType } from 'zod'
import { parseAs } from './validate.ts'

export interface Parsed<T> {
  readonly value: T
  /** The serialized value, as a cache key. */
  readonly key: string
}

/**
 * Creates a parser with a cache, for values that many clients send alike, such as the players of one board.
 * @param mostChars total size of the cached texts; the least recently used are evicted first
 * @returns a function that returns the same, immutable object for the same value, and throws HttpError 400
 */
export function rememberParsed<T>(schema: ZodType<T>, mostChars: number): (value: unknown) => Parsed<T> {
  const known = new Map<string, Parsed<T>>()
  let chars = 0

  const remember = (text: string, parsed: Parsed<T>) => {
    known.set(text, parsed)
    chars += text.length
    for (const oldest of known.keys()) {
      if (chars <= mostChars) break
      known.delete(oldest)
      chars -= oldest.length
    }
  }
  return (value) => {
    // `undefined` has no JSON text, and no schema accepts it.
    const text = JSON.stringify(value) ?? ''
    const last = known.get(text)
    if (last) {
      known.delete(text)
      known.set(text, last)
      return last
    }
    const parsed = { value: parseAs(schema, value), key: text }
    remember(text, parsed)
    return parsed
  }
}
