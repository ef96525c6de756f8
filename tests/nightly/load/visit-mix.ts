/** Actions of a user; each is one arrival of the load. */
export const VISITS = ['page', 'weather', 'board', 'save', 'sync', 'parlay', 'pitchers', 'refresh'] as const
export type Visit = (typeof VISITS)[number]

/**
 * Visits per session of a typical user. There is no usage data yet, so each number is an assumption with a
 * reason. The shares of the load are derived from them.
 */
const PER_SESSION: Record<Visit, number> = {
  /** The page and the registry are loaded once. */
  page: 1,
  /** The weather overlay is opened once: the games of the day and three forecasts. */
  weather: 1,
  /** Two markets are analyzed: a tenth of the starting credits. */
  board: 2,
  /** Three picks are saved, for a parlay of common size. */
  save: 3,
  /** Saves within two seconds of each other are synchronized together. */
  sync: 1.5,
  /** Every second session ends in a parlay. */
  parlay: 0.5,
  /** Half of the sessions open the pitchers page, with one phase each. */
  pitchers: 0.5,
  /** Most sessions are shorter than the lifetime of a token (one hour), so few are renewed. */
  refresh: 0.2,
}

const perSession = VISITS.reduce((sum, visit) => sum + PER_SESSION[visit], 0)

/** Visits of one session, 9.7. */
export const VISITS_PER_SESSION = perSession

/** The share of this visit in all arrivals, 0 to 1. */
export const shareOf = (visit: Visit): number => PER_SESSION[visit] / perSession

/** Maps a number in [0, 1) to a visit, so that uniform random numbers give the configured shares. */
export function visitAt(place: number): Visit {
  let remainder = place
  for (const visit of VISITS) {
    remainder -= shareOf(visit)
    if (remainder < 0) return visit
  }
  return 'refresh'
}
