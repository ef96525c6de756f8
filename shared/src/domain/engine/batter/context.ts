/** Features of the game that change runs and playing time. All but the first two are logarithms. */
export interface Context {
  readonly always: number
  /** 1 at home, 0 away. */
  readonly home: number
  /**
   * Runs per plate appearance of the batter's club, and against the opposing staff, relative to the league;
   * shrunk.
   */
  readonly club: number
  readonly staff: number
  /** Log-odds of the opposing starter, relative to the league. */
  readonly starterStrikeOut: number
  readonly starterWalk: number
  readonly starterContact: number
  /**
   * Effect of the park on hits: its shifts of hits in play and home runs, weighted by their value in runs.
   */
  readonly park: number
  /** The batter's own count relative to its expectation; shrunk. */
  readonly own: number
}

export const CONTEXT = [
  'always',
  'home',
  'club',
  'staff',
  'starterStrikeOut',
  'starterWalk',
  'starterContact',
  'park',
  'own',
] as const satisfies readonly (keyof Context)[]

/** Weighted sum of a context. */
export function shiftOf(context: Context, weights: Readonly<Record<keyof Context, number>>): number {
  let sum = 0
  for (const name of CONTEXT) sum += context[name] * weights[name]
  return sum
}
