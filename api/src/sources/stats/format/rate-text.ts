/**
 * A rate as the stats service writes it: '.305', '2.33', '11.87' → the number.
 * @returns null for its placeholders ('.---', '-.--', '-') and anything else that is not a number
 */
export function rateFromText(text: string | number | null | undefined): number | null {
  if (typeof text === 'number') return Number.isFinite(text) ? text : null
  const trimmed = text?.trim() ?? ''
  return /^-?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : null
}
