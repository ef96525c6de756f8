/** Days between two changes of an account's e-mail address (specification 1 §9). */
export const EMAIL_CHANGE_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Whole days, rounded up, until the e-mail address may change again; 0 when it may.
 * @param last when it changed last, as ISO 8601; null for never
 */
export function emailChangeDaysLeft(last: string | null, now: Date): number {
  if (last === null) return 0
  const left = EMAIL_CHANGE_DAYS - (now.getTime() - Date.parse(last)) / DAY_MS
  return Math.min(EMAIL_CHANGE_DAYS, Math.max(0, Math.ceil(left)))
}
