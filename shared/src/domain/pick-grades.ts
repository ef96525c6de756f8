import type { Grade } from './confidence-colour.ts'

/** All of specification 2 §9, exclusive unless told. */
const ERA_GOOD = 3
const ERA_POOR = 4.5
const DOMINATES = 0.35
const COMPETITIVE = 0.25
const HITTER_FRIENDLY = 1.1
const PITCHER_FRIENDLY = 0.9
/** Percent, inclusive above. */
const LIKELY = 60
const UNLIKELY = 40

/** A rate as the league writes it, '.305' or '4.81'; null for '.---' and '-.--'. */
export function rateOf(text: string | null): number | null {
  const value = Number.parseFloat(text ?? '')
  return Number.isNaN(value) ? null : value
}

/** A pitcher's ERA is good below 3, poor above 4.5; no grade between the two. */
export function gradeOfEra(era: string | number | null): 'good' | 'low' | null {
  const value = typeof era === 'number' ? era : rateOf(era)
  if (value === null) return null
  if (value < ERA_GOOD) return 'good'
  return value > ERA_POOR ? 'low' : null
}

/** How a batter does against one pitcher, in a word; null without at-bats, or at .250 and below. */
export function headToHeadWord(met: { hits: number; atBats: number }): 'dominates' | 'competitive' | null {
  if (met.atBats === 0) return null
  const average = met.hits / met.atBats
  if (average > DOMINATES) return 'dominates'
  return average > COMPETITIVE ? 'competitive' : null
}

/** A park by its factor of home runs: 'hitter friendly' above 1.1, 'pitcher friendly' below 0.9. */
export function parkWord(homeRuns: number): 'hitter friendly' | 'pitcher friendly' | null {
  if (homeRuns > HITTER_FRIENDLY) return 'hitter friendly'
  return homeRuns < PITCHER_FRIENDLY ? 'pitcher friendly' : null
}

/** Grade of a simulated (here: exact) probability of the over, in percent: good from 60, low below 40. */
export function overGrade(percent: number): Grade {
  if (percent >= LIKELY) return 'good'
  return percent < UNLIKELY ? 'low' : 'mid'
}
