/** ERA below 3 or above 4.5 has a grade (specification 2 §9). */
const ERA_GOOD = 3
const ERA_POOR = 4.5
/** Average against one pitcher above which the batter dominates him, or is competitive (specification 2 §9). */
const DOMINATES = 0.35
const COMPETITIVE = 0.25

/** A rate as the league writes it, '.305' or '4.81'; null for '.---' and '-.--'. */
export function rateOf(text: string | null): number | null {
  const value = Number.parseFloat(text ?? '')
  return Number.isNaN(value) ? null : value
}

/** A pitcher's grade by his ERA; none between the two. */
export function eraGrade(era: string): 'u-good' | 'u-low' | undefined {
  const value = rateOf(era)
  if (value === null) return undefined
  return value < ERA_GOOD ? 'u-good' : value > ERA_POOR ? 'u-low' : undefined
}

/** How a batter does against one pitcher, in a word; none without at-bats or at .250 and below. */
export function headToHead({ hits, atBats }: { hits: number; atBats: number }): string | null {
  if (atBats === 0) return null
  const average = hits / atBats
  return average > DOMINATES ? 'dominates' : average > COMPETITIVE ? 'competitive' : null
}
