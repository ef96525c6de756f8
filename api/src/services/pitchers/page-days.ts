import { shiftedDay } from '../../sources/stats/finished-games.ts'

/** Range of days that can be requested. It bounds the upstream requests that anonymous visitors can cause. */
export const DAYS_BACK = 30
export const DAYS_AHEAD = 7

/** Whether a league day is in the range of the pitchers page. */
export const isPageDay = (date: string, today: string): boolean =>
  date >= shiftedDay(today, -DAYS_BACK) && date <= shiftedDay(today, DAYS_AHEAD)
