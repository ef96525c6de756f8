import type * as z from '@propsight/shared/schema'
import { readAnswer } from '../contracts/read-answer.ts'

/** Text for users about an answer that this release cannot parse. */
export const UNREADABLE_ANSWER = 'This version cannot read the server’s answer. Reload the page.'

/**
 * Parses a server response; see `readAnswer`.
 * @returns the value, and what was skipped in its lists
 * @throws Error with a message for the user if a required part does not match the schema
 */
export function readResponse<T>(schema: z.ZodType<T>, value: unknown): ReturnType<typeof readAnswer<T>> {
  try {
    return readAnswer(schema, value)
  } catch (cause) {
    throw new Error(UNREADABLE_ANSWER, { cause })
  }
}

/** Parses a stored JSON text, entry by entry as `readAnswer` does; null if it is missing, invalid JSON, or does not match. */
export function readStoredJson<T>(schema: z.ZodType<T>, json: string | null): T | null {
  if (json === null) return null
  try {
    return readAnswer(schema, JSON.parse(json)).value
  } catch {
    return null
  }
}
