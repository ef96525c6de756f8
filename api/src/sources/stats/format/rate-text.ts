/**
 * Parses a rate of the stats service: '.305', '2.33', '11.87'.
 * @returns the number; null for placeholders ('.---', '-.--', '-') and other texts
 */
export function rateFromText(text: string | number | null | undefined): number | null {
  if (typeof text === 'number') return Number.isFinite(text) ? text : null
  const trimmed = text?.trim() ?? ''
  return /^-?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : null
}
