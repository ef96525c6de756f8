/** A share between 0 and 1 in percent, one decimal: '63.2%'. */
export const percentOf = (share: number): string => `${(100 * share).toFixed(1)}%`

/** Two shares in percent without their sign, one decimal: '41.2–68.0'. */
export const rangeOf = ({ low, high }: { low: number; high: number }): string =>
  `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`

/** A difference with its sign, one decimal, a true minus: '+0.6', '−1.1', '0.0'. */
export function signedText(difference: number): string {
  const tenths = Math.round(Math.abs(difference) * 10)
  return `${tenths === 0 ? '' : difference > 0 ? '+' : '−'}${(tenths / 10).toFixed(1)}`
}
