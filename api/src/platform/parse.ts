import type { ZodType } from 'zod'
import { badRequest } from './errors.ts'

/**
 * PostgreSQL stores neither NUL nor lone surrogates; such text is refused here, before the database fails.
 */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function hasUnstorableText(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && !isStorable(next)) return true
    if (next !== null && typeof next === 'object') {
      for (const [key, inner] of Object.entries(next)) pending.push(key, inner)
    }
  }
  return false
}

/** Parses any value by the rules for JSON bodies and queries. @throws HttpError 400 */
export function parseAs<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success && !hasUnstorableText(value)) return result.data
  const issue = result.error?.issues[0]
  const where = issue?.path.join('.')
  const what = issue?.message ?? 'Text with characters that cannot be stored'
  throw badRequest(where ? `${where}: ${what}` : what)
}
