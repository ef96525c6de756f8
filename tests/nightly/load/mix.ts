/** Actions of a user of Propsight; each is one arrival of the load. */
export const VISITS = ['page', 'weather', 'board', 'save', 'sync', 'parlay', 'pitchers', 'refresh'] as const
export type Visit = (typeof VISITS)[number]

/**
 * A bettor's evening, counted in visits a session. Real ones are not measured yet, so each number has its reason. The
 * shares of the load follow from them.
 */
const PER_SESSION: Record<Visit, number> = {
  /** The page and the registry are read once. */
  page: 1,
  /** The games of the day and three forecasts, once: the overlay of the Dashboard. */
  weather: 1,
  /** Two categories analyzed: a tenth of the starting credits. */
  board: 2,
  /** Three picks kept: the smallest parlay that is often played. */
  save: 3,
  /** Saves that follow one another within two seconds are one list. */
  sync: 1.5,
  /** Every second session ends in a parlay. */
  parlay: 0.5,
  /** The page of the starters is for half of them, one phase each. */
  pitchers: 0.5,
  /** A session of an evening lasts less than the token's hour: few are renewed. */
  refresh: 0.2,
}

const perSession = VISITS.reduce((sum, visit) => sum + PER_SESSION[visit], 0)

/** Visits of one session, 9.7. */
export const VISITS_PER_SESSION = perSession

/** Of all arrivals, those that are this visit: from 0 to 1. */
export const shareOf = (visit: Visit): number => PER_SESSION[visit] / perSession

/** The visit at a place of the unit interval, so that uniform places make the mix. */
export function visitAt(place: number): Visit {
  let left = place
  for (const visit of VISITS) {
    left -= shareOf(visit)
    if (left < 0) return visit
  }
  return 'refresh'
}
