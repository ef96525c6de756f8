/**
 * Outcomes of a plate appearance. The last one, a ball in play that is an out, may turn into a double play, a
 * sacrifice fly or an error.
 */
export const EVENTS = [
  'walk',
  'hitByPitch',
  'strikeOut',
  'single',
  'double',
  'triple',
  'homeRun',
  'out',
] as const
export const EVENT_COUNT = EVENTS.length
export const [WALK, HIT_BY_PITCH, STRIKE_OUT, SINGLE, DOUBLE, TRIPLE, HOME_RUN, OUT] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const

/**
 * The sample league's rates per plate appearance, in the order of `EVENTS`: round numbers near Major League
 * averages of the mid-2020s. Simulated seasons agree with them within three percent.
 */
export const LEAGUE_RATES: readonly number[] = [0.083, 0.011, 0.224, 0.1425, 0.042, 0.0038, 0.03, 0.4637]

/**
 * Spread of players' true rates: standard deviation of the logarithm of the rate relative to the league's.
 */
export const BATTER_SPREAD: readonly number[] = [0.26, 0.4, 0.22, 0.09, 0.13, 0.45, 0.4, 0]
export const PITCHER_SPREAD: readonly number[] = [0.22, 0.3, 0.18, 0.04, 0.06, 0.2, 0.16, 0]

/**
 * Multipliers of each rate when batter and pitcher use the same hand, and when they use different hands
 * (published platoon splits, rounded). Switch hitters always use the other hand.
 */
export const SAME_HAND: readonly number[] = [0.92, 1.25, 1.05, 0.975, 0.96, 0.9, 0.92, 1]
export const OTHER_HAND: readonly number[] = [1.06, 0.85, 0.965, 1.015, 1.025, 1.06, 1.06, 1]
