/** Weights of the last three seasons in the Marcel formula (see `seasonShare`), latest first. */
const MARCEL = { batting: [5, 4, 3], pitching: [3, 2, 1] } as const

/** Number of earlier seasons that count. */
export const SEASONS_BACK = 2

/**
 * Weight of a plate appearance of an earlier season relative to one of this season. Batters: 0.8 for the last
 * season and 0.6 for the one before; pitchers: 2/3 and 1/3; 0 for older seasons, for this one and for later
 * ones. The weights are published, not fitted: the current season takes the place of the formula's latest
 * one. Age is ignored.
 * Source: T. Tango, 'Marcel, the Monkey, Forecasting System' (tangotiger.net, December 1, 2003).
 * @param date of the game to be forecast, `YYYY-MM-DD`
 */
export function seasonShare(kind: keyof typeof MARCEL, season: number, date: string): number {
  const [latest] = MARCEL[kind]
  const back = Number(date.slice(0, 4)) - season
  return back >= 1 ? (MARCEL[kind][back] ?? 0) / latest : 0
}
