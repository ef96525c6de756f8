const OUTS_PER_INNING = 3
const MOST_THIRDS = 2

/**
 * Converts innings pitched, as baseball writes them, to outs (N9). The digit after the point counts thirds
 * and is capped at 2: `5.1` is 5⅓ innings, `5.2` is 5⅔. An inning has 3 outs.
 * @returns whole outs; null for anything that is not a non-negative number ('-', '', '-.--')
 */
export function outsFromInnings(innings: string | number): number | null {
  const match = /^(\d{1,3})(?:\.(\d)\d*)?$/.exec(String(innings).trim())
  if (!match) return null
  const thirds = Math.min(Number(match[2] ?? 0), MOST_THIRDS)
  return Number(match[1]) * OUTS_PER_INNING + thirds
}

/** Formats outs as innings pitched: 17 → '5.2'. */
export const inningsFromOuts = (outs: number): string =>
  `${Math.floor(outs / OUTS_PER_INNING)}.${outs % OUTS_PER_INNING}`
