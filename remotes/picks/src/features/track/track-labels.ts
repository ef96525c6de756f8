import type { ExcludedCounts } from './hit-rates.ts'

/** Maximum number of rows of a table; the CSV file has all of them. */
export const SHOWN_ROWS = 100

/** Minimum number of settled lines for a first impression. */
export const FEW_LINES = 30
/** Below this number of lines the intervals are still wide. */
const MANY_LINES = 200

/** A note on how reliable a sample of this size is. */
export function sampleText(decided: number): string {
  const lines = `${decided} settled ${decided === 1 ? 'line' : 'lines'}`
  if (decided < FEW_LINES) return `Only ${lines}: too few to judge by. Read the intervals, not the rates.`
  if (decided < MANY_LINES) return `${lines}: a first impression; the intervals are still wide.`
  return `${lines}. Lines of one game depend on each other, so the true intervals are wider.`
}

/** 'Left out: 2 pushes, 1 NO GAME, 4 open.'; null when nothing is left out. */
export function excludedText({ pushes, noGames, open, withoutForecast }: ExcludedCounts): string | null {
  const parts = [
    pushes > 0 && `${pushes} ${pushes === 1 ? 'push' : 'pushes'}`,
    noGames > 0 && `${noGames} NO GAME`,
    withoutForecast > 0 && `${withoutForecast} without a forecast`,
    open > 0 && `${open} open`,
  ].filter(Boolean)
  return parts.length === 0 ? null : `Left out: ${parts.join(', ')}.`
}

/** '+2.5', '−1', '0'; at most two decimals. */
export function signedUnits(units: number): string {
  const size = Math.round(Math.abs(units) * 100) / 100
  if (size === 0) return '0'
  return `${units > 0 ? '+' : '−'}${size}`
}

/** '+2.5 units', '−1 unit', '0 units'; at most two decimals. */
export function profitText(units: number): string {
  const figure = signedUnits(units)
  return `${figure} ${figure === '+1' || figure === '−1' ? 'unit' : 'units'}`
}
