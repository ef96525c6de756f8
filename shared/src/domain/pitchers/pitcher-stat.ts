/** The two stats of the pitchers page. Each is loaded in a phase of its own (H6). */
export const PITCHER_STATS = ['strikeouts', 'hits-allowed'] as const
export type PitcherStat = (typeof PITCHER_STATS)[number]

/** Counts of one start that the rules of the page use. Outs are innings pitched in thirds. */
export interface StartCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
}

/** Value of one start in a stat. */
export const startValue = (start: StartCounts, stat: PitcherStat): number =>
  stat === 'strikeouts' ? start.strikeOuts : start.hits
