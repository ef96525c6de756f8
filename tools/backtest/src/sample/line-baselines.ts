/**
 * Weight of the base rate in starts, and number of recent starts; the same values as in score/baselines.ts.
 */
const SHRINK_STARTS = 60
const RECENT = 10

export interface LineBaselines {
  /** Share of overs in all starts of all players so far. */
  readonly base: number
  /** Share of overs in the player's last ten starts. */
  readonly lastTen: number
  /** (overs + 60 · base) / (starts + 60) over all starts of the player. */
  readonly season: number
}

const overs = (values: readonly number[], line: number): number =>
  values.reduce((sum, value) => sum + (value > line ? 1 : 0), 0)

/**
 * Baseline probabilities of over for one line.
 * @param own values of the player's starts, oldest first; at least one
 * @param everybody values of all players' starts; at least one
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
