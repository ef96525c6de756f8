/** Starts of the base rate mixed into a player's own, and how many starts are recent: as in score/baselines.ts. */
const SHRINK_STARTS = 60
const RECENT = 10

export interface LineBaselines {
  /** How often all starters have gone over so far. */
  readonly base: number
  /** How often he has in his last ten starts. */
  readonly lastTen: number
  /** (overs + 60 · base) / (starts + 60) over all his starts. */
  readonly season: number
}

const overs = (values: readonly number[], line: number): number =>
  values.reduce((sum, value) => sum + (value > line ? 1 : 0), 0)

/**
 * What a line's chance is without an engine.
 * @param own what the player's starts were worth, oldest first; at least one
 * @param everybody what all starters' starts were worth; at least one
 */
export function lineBaselines(
  own: readonly number[],
  everybody: readonly number[],
  line: number,
): LineBaselines {
  const base = overs(everybody, line) / everybody.length
  const recent = own.slice(-RECENT)
  return {
    base,
    lastTen: overs(recent, line) / recent.length,
    season: (overs(own, line) + SHRINK_STARTS * base) / (own.length + SHRINK_STARTS),
  }
}
