import type { ZodType } from 'zod'
import { parseAs } from './validate.ts'

export interface Parsed<T> {
  readonly value: T
  /** All of it, as a key. */
  readonly key: string
}

/**
 * Parses what many send alike, such as the players of one board: what was found good is not looked through again.
 * @param mostChars of texts that are kept; what was sent longest ago goes first
 * @returns a function that answers the same object for the same value, not to be changed; @throws HttpError 400
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
    // Nothing at all has no text, and passes no schema of ours.
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
