/** A grade, never a side: green, yellow, red on screen, always beside its number or word. */
export type Grade = 'good' | 'mid' | 'low'

/** Lowest percent of green and of yellow, as each screen is specified (specification 1 §9, 2 §9). */
export const CONFIDENCE_THRESHOLDS_PERCENT = {
  card: { good: 80, mid: 60 },
  detail: { good: 80, mid: 55 },
} as const

/** Steps of a parlay's joint confidence (specification 2 §9). */
export const PARLAY_CONFIDENCE_STEPS_PERCENT = [95, 92, 90] as const

/** Grade of a confidence in percent on one screen; clamped to 0-100 and rounded first (specification 1 §9). */
export function confidenceGrade(percent: number, screen: keyof typeof CONFIDENCE_THRESHOLDS_PERCENT): Grade {
  const { good, mid } = CONFIDENCE_THRESHOLDS_PERCENT[screen]
  const rounded = Math.round(Math.min(100, Math.max(0, percent)))
  return rounded >= good ? 'good' : rounded >= mid ? 'mid' : 'low'
}

/** The highest step that a parlay's joint confidence reaches, or null below all of them. */
export const parlayConfidenceStep = (percent: number): number | null =>
  PARLAY_CONFIDENCE_STEPS_PERCENT.find((step) => percent >= step) ?? null
