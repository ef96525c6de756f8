import type { Sport } from './sport.ts'

/** Baseball's usual evening start. */
const BASEBALL_EVENING = '19:10'
/** Football's Sunday windows, 1:00 and 4:25 PM Eastern, as clocks show them beside the stadium. */
const FOOTBALL_SUNDAY: Record<string, string> = {
  'America/Chicago': '12:00',
  'America/Denver': '14:25',
  'America/Phoenix': '13:25',
  'America/Los_Angeles': '13:25',
}
const FOOTBALL_EASTERN = '13:00'

/**
 * When a club plays at home as a rule, 24 h `HH:MM` in its own zone. A stand-in for a time that is not known: nothing but
 * the hour of a forecast hangs on it.
 */
export const defaultGameTime = (sport: Sport, timeZone: string): string =>
  sport === 'baseball' ? BASEBALL_EVENING : (FOOTBALL_SUNDAY[timeZone] ?? FOOTBALL_EASTERN)
