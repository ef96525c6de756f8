/** Weights of three seasons, the latest first, in the formula named below. */
const MARCEL = { batting: [5, 4, 3], pitching: [3, 2, 1] } as const

/** Earlier seasons that say anything, back from this one. */
export const SEASONS_BACK = 2

/**
 * How much of a plate appearance of this season one of an earlier season is worth as evidence: 0.8 of a batter's last
 * season and 0.6 of the one before, 2/3 and 1/3 of a pitcher's, nothing of older ones, of this one or of a later one.
 * The weights are published, not fitted: this season stands where the formula has the latest. Age is not looked at.
 * Source: T. Tango, 'Marcel, the Monkey, Forecasting System' (tangotiger.net, December 1, 2003).
 * @param date of the game to be forecast, `YYYY-MM-DD`
 */
export function seasonShare(kind: keyof typeof MARCEL, season: number, date: string): number {
  const [latest] = MARCEL[kind]
  const back = Number(date.slice(0, 4)) - season
  return back >= 1 ? (MARCEL[kind][back] ?? 0) / latest : 0
}
