import type { Sport } from './sport.ts'

/** Usual start of an evening game in baseball, local time. */
const BASEBALL_EVENING = '19:10'
/** Football's Sunday windows, 1:00 and 4:25 PM Eastern, in local time of the stadium. */
const FOOTBALL_SUNDAY: Record<string, string> = {
  'America/Chicago': '12:00',
  'America/Denver': '14:25',
  'America/Phoenix': '13:25',
  'America/Los_Angeles': '13:25',
}
const FOOTBALL_EASTERN = '13:00'

/**
 * Usual start of a club's home games, 24 h `HH:MM` in the stadium's time zone. It replaces an unknown start
 * time, and only selects the hour of the weather forecast.
 */
export const defaultGameTime = (sport: Sport, timeZone: string): string =>
  sport === 'baseball' ? BASEBALL_EVENING : (FOOTBALL_SUNDAY[timeZone] ?? FOOTBALL_EASTERN)
