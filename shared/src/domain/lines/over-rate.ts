import type { Side, SideWeights } from './recommendation.ts'

/** Quantile of the normal distribution for a two-sided 95% interval. */
const Z_95 = 1.959964

export interface Interval {
  low: number
  high: number
}

/**
 * Wilson score interval of a proportion, both ends between 0 and 1.
 * Source: E. B. Wilson, 'Probable inference, the law of succession, and statistical inference', JASA 22
 * (1927).
 * @param successes out of `trials`
 * @param z normal quantile; that of a 95% interval by default
 * @returns null without trials
 */
export function wilson(successes: number, trials: number, z = Z_95): Interval | null {
  if (trials <= 0) return null
  const p = successes / trials
  const zz = z * z
  const centre = p + zz / (2 * trials)
  const spread = z * Math.sqrt((p * (1 - p) + zz / (4 * trials)) / trials)
  const scale = 1 + zz / trials
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) }
}

export interface OverRate {
  over: number
  under: number
  /** Games equal to the line. They are counted here and excluded from `rate`. */
  push: number
  /** over + under + push, at most the window. */
  games: number
  /** over / (over + under) between 0 and 1; null when no game decided the line. */
  rate: number | null
}

/**
 * Counts how often the last `window` games went over a line (N10). Pushes are excluded from the rate.
 * @param values one value per game, oldest first
 * @param line the number to beat, as the book writes it
 * @param window games to look back; all games where there are fewer
 */
export function overRate(values: readonly number[], line: number, window: number): OverRate {
  const recent = window > 0 ? values.slice(-window) : []
  const over = recent.filter((value) => value > line).length
  const under = recent.filter((value) => value < line).length
  const decided = over + under
  return {
    over,
    under,
    push: recent.length - decided,
    games: recent.length,
    rate: decided === 0 ? null : over / decided,
  }
}

/** How often one side of a line won. */
export interface SideRate {
  readonly hits: number
  /** Games that the line decided: all without the pushes. */
  readonly decided: number
  /** hits / decided between 0 and 1; null when no game decided the line. */
  readonly rate: number | null
}

/**
 * Counts the wins of a side, so that a call of UNDER shows its unders.
 * @param side null where the book's only side, the over, is shown without a call
 */
export function sideRate({ over, under }: SideWeights, side: Side | null): SideRate {
  const hits = side === 'UNDER' ? under : over
  const decided = over + under
  return { hits, decided, rate: decided === 0 ? null : hits / decided }
}

/** '8 of 10 under · 1 push': the wins of a side, with the pushes that the rate excludes. */
export function sideCountsText(counts: SideWeights & { readonly push: number }, side: Side | null): string {
  const { hits, decided } = sideRate(counts, side)
  const pushes = counts.push > 0 ? ` · ${counts.push} push` : ''
  return `${hits} of ${decided} ${side === 'UNDER' ? 'under' : 'over'}${pushes}`
}
