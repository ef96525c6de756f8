import { shiftedDay } from '../../sources/stats/finished-games.ts'

/** Days that anybody may ask for: who need not sign in must not make us ask endless questions. */
export const DAYS_BACK = 30
export const DAYS_AHEAD = 7

/** Whether the page has a league day. */
export const isPageDay = (date: string, today: string): boolean =>
  date >= shiftedDay(today, -DAYS_BACK) && date <= shiftedDay(today, DAYS_AHEAD)
