import { asShown } from '@propsight/shared/domain'

const numbers = new Intl.NumberFormat('en-US')

/** '2,900'. */
export const numberText = (count: number): string => numbers.format(count)

/** '1 line', '2,900 lines'. @param many the plural, if it is not `one` with an s */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

/** '2 alerts could not be read.' */
export const unreadText = (count: number, one: string, many?: string): string =>
  `${countText(count, one, many)} could not be read.`

/** Formats a share between 0 and 1 as a percentage with one decimal: '63.2%'. */
export const formatPercent = (share: number): string => `${(100 * share).toFixed(1)}%`

/**
 * Formats two shares between 0 and 1 as a range of percent with one decimal and no percent sign: '41.2–68.0'.
 */
export const formatPercentRange = ({ low, high }: { low: number; high: number }): string =>
  `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`

/**
 * Formats a difference with its sign, using U+2212 for minus: '+0.6', '−1.1', '0.0'. Zero after rounding has no
 * sign.
 * @param digits decimals, rounded half away from zero
 */
export function formatSigned(difference: number, digits = 1): string {
  const shown = asShown(difference, digits)
  const text = Math.abs(shown).toFixed(digits)
  if (shown === 0) return text
  return shown > 0 ? `+${text}` : `−${text}`
}

const DECIMAL = /^(\d+(\.\d+)?|\.\d+)$/

/**
 * Reads a number that is written as digits with at most one decimal point: '1.5', ' 2 ', '.5'.
 * @returns NaN for any other text, such as '', '1,5', '1e1' or '-1'
 */
export const parseDecimal = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN)

/**
 * The move of a line since it was saved: 'you beat the line by 1.8 points', 'the line moved 1.2 points against you'.
 * @param points percentage points of the books' chance of the side; positive if they moved toward it
 */
export function beatText(points: number): string {
  const shown = asShown(points, 1)
  if (shown === 0) return 'the line has not moved'
  const size = `${Math.abs(shown).toFixed(1)} points`
  return shown > 0 ? `you beat the line by ${size}` : `the line moved ${size} against you`
}
