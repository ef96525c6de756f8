const OUTS_PER_INNING = 3
const MOST_THIRDS = 2

/**
 * Outs from innings pitched as baseball writes them: the digit after the point counts thirds, capped at 2
 * (`5.1` is 5⅓, `5.2` is 5⅔; specification 2 §5). Innings count as 3 outs each (specification 2 §9).
 * @returns whole outs, or null for anything that is not a non-negative number ('-', '', '-.--')
 */
export function outsFromInnings(innings: string | number): number | null {
  const match = /^(\d{1,3})(?:\.(\d)\d*)?$/.exec(String(innings).trim())
  if (!match) return null
  const thirds = Math.min(Number(match[2] ?? 0), MOST_THIRDS)
  return Number(match[1]) * OUTS_PER_INNING + thirds
}

/** Innings as baseball writes them from outs: 17 → '5.2'. */
export const inningsFromOuts = (outs: number): string =>
  `${Math.floor(outs / OUTS_PER_INNING)}.${outs % OUTS_PER_INNING}`
