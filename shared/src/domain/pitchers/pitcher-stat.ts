/** The two stats of the pitchers page, which are also its two phases (specification 2 §4). */
export const PITCHER_STATS = ['strikeouts', 'hits-allowed'] as const
export type PitcherStat = (typeof PITCHER_STATS)[number]

/** One start, as far as the page's rules look at it. Outs are innings pitched in thirds. */
export interface StartCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
}

/** What one start is worth in a stat. */
export const startValue = (start: StartCounts, stat: PitcherStat): number =>
  stat === 'strikeouts' ? start.strikeOuts : start.hits
