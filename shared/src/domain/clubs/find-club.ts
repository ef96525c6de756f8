import { BASEBALL_CLUBS } from './baseball-clubs.ts'
import type { Club } from './club.ts'
import { FOOTBALL_CLUBS } from './football-clubs.ts'
import type { Sport } from './sport.ts'

const CLUBS: Record<Sport, readonly Club[]> = { baseball: BASEBALL_CLUBS, football: FOOTBALL_CLUBS }

/** The clubs of one sport, in the order of their table. */
export const clubsOf = (sport: Sport): readonly Club[] => CLUBS[sport]

/** Finds a club by its code, ignoring case; null when the sport has no club with that code. */
export const findClub = (sport: Sport, code: string): Club | null =>
  CLUBS[sport].find((club) => club.code === code.toUpperCase()) ?? null
