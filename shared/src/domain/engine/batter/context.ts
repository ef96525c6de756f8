/** What moves runs and playing time tonight beside the batter's own rates. All but the first two are logarithms. */
export interface Context {
  readonly always: number
  /** 1 at home, 0 away. */
  readonly home: number
  /** Runs per plate appearance of his club, and against the other club's staff, over the league's, shrunk. */
  readonly club: number
  readonly staff: number
  /** The opposing starter's log-odds against the league. */
  readonly starterStrikeOut: number
  readonly starterWalk: number
  readonly starterContact: number
  /** What the park does to hits (its single and homer steps, weighted by the runs they are worth). */
  readonly park: number
  /** His own count over what was expected of him, shrunk. */
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
