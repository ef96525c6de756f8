/** Formats a share between 0 and 1 as a percentage with one decimal: '63.2%'. */
export const formatPercent = (share: number): string => `${(100 * share).toFixed(1)}%`

/**
 * Formats two shares between 0 and 1 as a range of percent with one decimal and no percent sign: '41.2–68.0'.
 */
export const formatPercentRange = ({ low, high }: { low: number; high: number }): string =>
  `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`

/** Formats a difference with its sign and one decimal, using U+2212 for minus: '+0.6', '−1.1', '0.0'. */
export function formatSigned(difference: number): string {
  const tenths = Math.round(Math.abs(difference) * 10)
  const size = (tenths / 10).toFixed(1)
  if (tenths === 0) return size
  return difference > 0 ? `+${size}` : `−${size}`
}
