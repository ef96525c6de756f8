import { rateFromText } from '../../../sources/stats/format/rate-text.ts'
import type { StatLine } from '../../../sources/stats/format/stat-line.ts'

/** What the league writes where there was no chance to have a rate. */
export const NO_AVERAGE = '.---'
export const NO_PITCHING_RATE = '-.--'

/** Placeholders as the league writes them: '.---', '-.--', '-'. */
const isPlaceholder = (text: string): boolean => /^[-.]+$/.test(text)

/** '.305', '1.022': batting rates have no 0 before the point. Rounded half up, as a scorebook is. */
export const averageText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 1_000 + 1e-9) / 1_000).toFixed(3).replace(/^0/, '') : NO_AVERAGE

/** '2.33' */
export const pitchingRateText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 100 + 1e-9) / 100).toFixed(2) : NO_PITCHING_RATE

/** A rate as the league itself wrote it; undefined where it wrote none that could be one. */
export function toldRate(line: StatLine, name: string): string | undefined {
  const value = line[name]
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return isPlaceholder(text) || (rateFromText(text) !== null && text.length <= 12) ? text : undefined
}
