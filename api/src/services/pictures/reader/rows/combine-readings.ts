/** The combined result of two passes for one field. */
export interface Agreed<Of> {
  /** The better reading; null if neither pass found one. */
  clue: Of | null
  /** Reason for the user to check the value; null if both passes agree with enough confidence. */
  doubt: string | null
}

export interface AgreeOptions<Of> {
  /** The compared value: two readings agree if it is equal. */
  key: (clue: Of) => string
  /** The text of a reading shown to the user. */
  shown: (clue: Of) => string
  /**
   * Minimum confidence of the recogniser (0 to 100). A word below it gets a doubt even if both passes agree.
   */
  confidence: number
}

/** Compares the readings of two passes. */
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
