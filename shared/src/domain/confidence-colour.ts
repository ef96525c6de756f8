/**
 * Quality of a figure: green, yellow or red on screen, always shown with its number or word. A grade never
 * stands for a side of a line (over, under).
 */
export type Grade = 'good' | 'mid' | 'low'

/** Lowest confidence, in percent, of green and of yellow on each screen (N12). */
export const CONFIDENCE_THRESHOLDS_PERCENT = {
  card: { good: 80, mid: 60 },
  detail: { good: 80, mid: 55 },
} as const

/** Steps of a parlay's joint confidence, in percent, highest first (P9). */
export const PARLAY_CONFIDENCE_STEPS_PERCENT = [95, 92, 90] as const

/** Grade of a confidence on one screen. `percent` is clamped to 0-100 and rounded first (N12). */
export function confidenceGrade(percent: number, screen: keyof typeof CONFIDENCE_THRESHOLDS_PERCENT): Grade {
  const { good, mid } = CONFIDENCE_THRESHOLDS_PERCENT[screen]
  const rounded = Math.round(Math.min(100, Math.max(0, percent)))
  return rounded >= good ? 'good' : rounded >= mid ? 'mid' : 'low'
}

/** The highest step that a parlay's joint confidence, in percent, reaches; null below all steps. */
export const parlayConfidenceStep = (percent: number): number | null =>
  PARLAY_CONFIDENCE_STEPS_PERCENT.find((step) => percent >= step) ?? null
