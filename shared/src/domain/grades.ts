/**
 * Quality of a figure: green, yellow or red on screen, always shown with its number or word. A grade never
 * represents a side of a line (over, under).
 */
export type Grade = 'good' | 'mid' | 'low'

/**
 * Rounds a figure to the decimals with which it is shown, half away from zero. Grades, signals and marks compare this
 * value with their thresholds, so that they never contradict the figure beside them. Floating-point errors are removed
 * first: 1.45 × 10 is a half.
 */
export function asShown(figure: number, digits: number): number {
  const scaled = Number((Math.abs(figure) * 10 ** digits).toPrecision(12))
  const size = Math.round(scaled) / 10 ** digits
  return figure < 0 && size !== 0 ? -size : size
}

/** Lowest confidence, in percent, of green and of yellow on each screen (N12). */
export const CONFIDENCE_THRESHOLDS_PERCENT = {
  card: { good: 80, mid: 60 },
  detail: { good: 80, mid: 55 },
} as const

/** Steps of a parlay's joint confidence, in percent, highest first (P9). */
export const PARLAY_CONFIDENCE_STEPS_PERCENT = [95, 92, 90] as const

/** Grade of a confidence on one screen. `percent` is clamped to 0-100 and rounded first (N12). */
export function gradeConfidence(percent: number, screen: keyof typeof CONFIDENCE_THRESHOLDS_PERCENT): Grade {
  const { good, mid } = CONFIDENCE_THRESHOLDS_PERCENT[screen]
  const rounded = Math.round(Math.min(100, Math.max(0, percent)))
  if (rounded >= good) return 'good'
  return rounded >= mid ? 'mid' : 'low'
}

/** The highest step that a parlay's joint confidence, in percent, reaches at one decimal; null below all steps. */
export const findParlayConfidenceStep = (percent: number): number | null =>
  PARLAY_CONFIDENCE_STEPS_PERCENT.find((step) => asShown(percent, 1) >= step) ?? null

/** Thresholds of the grades (N12, P6), exclusive unless noted. They apply to the figure as shown. */
const ERA_GOOD = 3
const ERA_POOR = 4.5
const DOMINATES = 0.35
const COMPETITIVE = 0.25
const HITTER_FRIENDLY = 1.1
const PITCHER_FRIENDLY = 0.9
/** Percent. `LIKELY` is inclusive: 60 is good. */
const LIKELY = 60
const UNLIKELY = 40

/** Parses a rate in the format of the league, '.305' or '4.81'; null for '.---' and '-.--'. */
export function parseRate(text: string | null): number | null {
  const value = Number.parseFloat(text ?? '')
  return Number.isNaN(value) ? null : value
}

/** Grades a pitcher's ERA: good below 3, low above 4.5, null in between and where it is unknown. */
export function gradeEra(era: string | number | null): 'good' | 'low' | null {
  const figure = typeof era === 'number' ? era : parseRate(era)
  if (figure === null) return null
  const value = asShown(figure, 2)
  if (value < ERA_GOOD) return 'good'
  return value > ERA_POOR ? 'low' : null
}

/** Label of a batter's record against one pitcher; null without at-bats and at .250 or below. */
export function headToHeadLabel(met: { hits: number; atBats: number }): 'dominates' | 'competitive' | null {
  if (met.atBats === 0) return null
  const average = asShown(met.hits / met.atBats, 3)
  if (average > DOMINATES) return 'dominates'
  return average > COMPETITIVE ? 'competitive' : null
}

/**
 * Label of a park by its home run factor (1 is average): 'hitter friendly' above 1.1, 'pitcher friendly'
 * below 0.9.
 */
export function parkLabel(homeRuns: number): 'hitter friendly' | 'pitcher friendly' | null {
  const factor = asShown(homeRuns, 2)
  if (factor > HITTER_FRIENDLY) return 'hitter friendly'
  return factor < PITCHER_FRIENDLY ? 'pitcher friendly' : null
}

/** Grades the engine's probability of the over, in percent: good from 60, low below 40. */
export function gradeOver(percent: number): Grade {
  const shown = asShown(percent, 0)
  if (shown >= LIKELY) return 'good'
  return shown < UNLIKELY ? 'low' : 'mid'
}

/** `confidence` of a pick: the chance in percent, clamped to 0-100 and rounded (N12). */
export const confidencePercent = (chance: number): number =>
  Math.round(Math.min(100, Math.max(0, chance * 100)))

/**
 * What a shown probability rests on: current prices of sportsbooks, the offered line, the line alone (it is all that is
 * known), or the engine alone.
 */
export const BASES = ['price', 'line', 'constant', 'model'] as const
export type Basis = (typeof BASES)[number]

const BASIS_TEXTS: Readonly<Record<Basis, string>> = {
  price: 'prices of sportsbooks',
  line: 'line only',
  constant: 'the line is all that is known',
  model: 'model alone',
}

/** The sportsbooks whose prices of a line count. */
export interface PricedLine {
  readonly line: number
  readonly books: number
  /** Age of the oldest of their prices in whole minutes when the forecast was made; null if it is not known. */
  readonly minutes: number | null
}

/** What a probability of a line rests on; `price` is null without one. */
interface Rests {
  readonly basis: Basis
  readonly price: PricedLine | null
}

/**
 * What a probability rests on, in words: '8 books, 2 min', '8 books at 5.5, 2 min', 'line only', 'model alone'.
 * @param line the line that is shown
 * @param age present age of the prices in minutes; null for texts that are kept, which an age would make wrong
 */
export function basisText({ basis, price }: Rests, line: number, age: number | null = null): string {
  if (!price) return BASIS_TEXTS[basis]
  const { books, line: priced } = price
  const at = priced === line ? '' : ` at ${priced}`
  return `${books} ${books === 1 ? 'book' : 'books'}${at}${age === null ? '' : `, ${age} min`}`
}
