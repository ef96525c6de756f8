import { rateFromText } from '../../../sources/stats/format/rate-text.ts'
import type { StatLine } from '../../../sources/stats/format/stat-line.ts'

/** Placeholders of the league for a rate without chances. */
export const NO_AVERAGE = '.---'
export const NO_PITCHING_RATE = '-.--'

/** Matches placeholders of the league: '.---', '-.--', '-'. */
const isPlaceholder = (text: string): boolean => /^[-.]+$/.test(text)

/** Formats a batting rate: '.305', '1.022'. No 0 before the point, rounded half up as in box scores. */
export const averageText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 1_000 + 1e-9) / 1_000).toFixed(3).replace(/^0/, '') : NO_AVERAGE

/** Formats a pitching rate: '2.33'. Rounded half up. */
export const pitchingRateText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 100 + 1e-9) / 100).toFixed(2) : NO_PITCHING_RATE

/** Returns a rate as written by the league, or its placeholder; undefined for any other text. */
export function toldRate(line: StatLine, name: string): string | undefined {
  const value = line[name]
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return isPlaceholder(text) || (rateFromText(text) !== null && text.length <= 12) ? text : undefined
}
