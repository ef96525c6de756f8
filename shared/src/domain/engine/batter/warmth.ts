const DAY_MS = 86_400_000
const DAYS_A_YEAR = 365.25
/** Days of the year: the height of summer comes a month after the solstice; seasons open at the end of March. */
const HEIGHT_OF_SUMMER = 202
const OPENING_DAY = 87

const angle = (dayOfYear: number): number => (2 * Math.PI * (dayOfYear - HEIGHT_OF_SUMMER)) / DAYS_A_YEAR

/**
 * How much warmer the time of the year is than the season's days so far were on average, on a yearly wave from −1 to 1:
 * balls carry farther in July than over the cold weeks that the league's totals still hold. 0 outside a season.
 */
export function warmth(date: string): number {
  const now = Date.parse(`${date}T00:00:00Z`)
  const day = (now - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1
  if (!(day > OPENING_DAY && day < 320)) return 0
  const [from, to] = [angle(OPENING_DAY), angle(day)]
  return Math.cos(to) - (Math.sin(to) - Math.sin(from)) / (to - from)
}
