/** Days between two changes of an account's e-mail address (A12). */
export const EMAIL_CHANGE_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Days until the e-mail address may be changed again, rounded up to whole days; 0 when it may be changed now.
 * @param last time of the last change, ISO 8601; null for never
 */
export function emailChangeDaysLeft(last: string | null, now: Date): number {
  if (last === null) return 0
  const left = EMAIL_CHANGE_DAYS - (now.getTime() - Date.parse(last)) / DAY_MS
  return Math.min(EMAIL_CHANGE_DAYS, Math.max(0, Math.ceil(left)))
}
