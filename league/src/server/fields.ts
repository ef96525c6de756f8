/** The keys that `fields=` names; null keeps everything. */
export type Fields = ReadonlySet<string> | null

export const readFields = (text: string | undefined): Fields =>
  text === undefined || text === '' ? null : new Set(text.split(',').map((part) => part.trim()))

/**
 * Keeps the listed keys on every level, as the service's `fields` does: a value is there only when it and all of its
 * parents are named.
 */
export function keepFields(value: unknown, fields: Fields): unknown {
  if (!fields || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => keepFields(item, fields))
  const out: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (fields.has(key)) out[key] = keepFields(inner, fields)
  }
  return out
}
