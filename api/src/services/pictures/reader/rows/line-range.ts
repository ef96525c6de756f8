/**
 * Lowest and highest plausible line of each stat, with a margin. A line outside was probably read without its
 * decimal point. It only causes a doubt; no line is refused.
 */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  Hits: [0.5, 3.5],
  'Home Runs': [0.5, 1.5],
  'Total Bases': [0.5, 4.5],
  Runs: [0.5, 2.5],
  RBIs: [0.5, 3.5],
  'Hits+Runs+RBIs': [0.5, 6.5],
  'Hitter Fantasy Score': [3, 16],
  Singles: [0.5, 2.5],
  Doubles: [0.5, 1.5],
  Walks: [0.5, 2.5],
  'Stolen Bases': [0.5, 1.5],
  'Hitter Strikeouts': [0.5, 2.5],
  'Pitcher Strikeouts': [1.5, 12.5],
  'Pitcher Fantasy Score': [10, 60],
  'Pitching Outs': [5.5, 23.5],
  'Hits Allowed': [1.5, 9.5],
  'Earned Runs Allowed': [0.5, 5.5],
  'Walks Allowed': [0.5, 4.5],
}

/** Whether a line is plausible for a stat. */
export function plausibleLine(stat: string, line: number): boolean {
  const [low, high] = RANGES[stat] ?? [0.5, 150]
  return line >= low && line <= high
}
