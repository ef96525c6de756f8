import { BASEBALL_CLUBS, FOOTBALL_CLUBS } from '../sports/fields.ts'
import type { Club, Sport } from './club.ts'

export { BASEBALL_CLUBS, canonicalClubCode, FOOTBALL_CLUBS } from '../sports/fields.ts'
export * from './club.ts'

const CLUBS: Record<Sport, readonly Club[]> = { baseball: BASEBALL_CLUBS, football: FOOTBALL_CLUBS }

/** The clubs of one sport, in the order of their table. */
export const listClubs = (sport: Sport): readonly Club[] => CLUBS[sport]

/** Finds a club by its code, ignoring case; null when the sport has no club with that code. */
export const findClub = (sport: Sport, code: string): Club | null =>
  CLUBS[sport].find((club) => club.code === code.toUpperCase()) ?? null
