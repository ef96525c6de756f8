const DAY_MS = 86_400_000
const DAYS_A_YEAR = 365.25
/** Days of the year: the warmest day is a month after the solstice; seasons open at the end of March. */
const HEIGHT_OF_SUMMER = 202
const OPENING_DAY = 87

const angle = (dayOfYear: number): number => (2 * Math.PI * (dayOfYear - HEIGHT_OF_SUMMER)) / DAYS_A_YEAR

/**
 * Seasonal temperature effect: the temperature of a date minus the mean of the days before it, on a yearly
 * cosine from −1 to 1. Balls carry farther in July than in the cold weeks that the league's totals include, and
 * in late September not as far as in the weeks before. 0 outside of a season.
 * @param date `YYYY-MM-DD`
 * @param days number of days before it that the league's totals include; null for all days of the season
 */
export function seasonalTemperature(date: string, days: number | null = null): number {
  const now = Date.parse(`${date}T00:00:00Z`)
  const day = (now - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1
  if (!(day > OPENING_DAY && day < 320)) return 0
  const from = angle(days === null ? OPENING_DAY : Math.max(OPENING_DAY, day - days))
  const to = angle(day)
  return Math.cos(to) - (Math.sin(to) - Math.sin(from)) / (to - from)
}
