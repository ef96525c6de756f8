/** Deeper JSON overflows the stack of some components. */
const MAX_DEPTH = 64

const unusable = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * Describes why PostgreSQL cannot store a JSON value: a NUL or a lone surrogate in a text or name, or too
 * many levels.
 * @returns the predicate of a sentence, or null for a valid value
 */
export function flawOf(json: unknown): string | null {
  let level: unknown[] = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return 'is nested too deeply'
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string' && unusable(value)) return 'holds a character that cannot be stored'
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value) && Object.keys(value).some(unusable)) {
        return 'holds a character that cannot be stored'
      }
      for (const inner of Object.values(value)) below.push(inner)
    }
    level = below
  }
  return null
}
