/** What two looks at the same place gave, taken together. */
export interface Agreed<Of> {
  /** The better of the two; null where neither look saw anything. */
  clue: Of | null
  /** Why somebody should check it, in words for the user; null where both looks agree and are certain. */
  doubt: string | null
}

export interface AgreeOptions<Of> {
  /** What has to be equal for two readings to agree. */
  key: (clue: Of) => string
  /** What is shown of a reading. */
  shown: (clue: Of) => string
  /** A word of which the recogniser is less certain (0 to 100) is doubted, though both looks agree. */
  confidence: number
}

/** Holds the readings of two looks against each other. */
export function agree<Of extends { sure: boolean; confidence: number }>(
  first: Of | null,
  second: Of | null,
  { key, shown, confidence }: AgreeOptions<Of>,
): Agreed<Of> {
  if (!first && !second) return { clue: null, doubt: 'Not seen in the picture' }
  if (!first || !second) return { clue: first ?? second, doubt: 'Hard to read' }
  const rank = (clue: Of) => (clue.sure ? 100 : 0) + clue.confidence
  const [better, other]: readonly [Of, Of] = rank(second) > rank(first) ? [second, first] : [first, second]
  if (key(first) !== key(second))
    return { clue: better, doubt: `Read as ${shown(better)}, and as ${shown(other)}` }
  const certain = better.sure && better.confidence >= confidence
  return { clue: better, doubt: certain ? null : 'Hard to read' }
}
