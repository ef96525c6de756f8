/** A rate with three digits, such as '.305' or '1.000'; `none` if `whole` is 0. */
export const average = (part: number, whole: number, none = '.000'): string =>
  whole === 0 ? none : (part / whole).toFixed(3).replace(/^0\./, '.')

/** A ratio with two digits, such as '2.33'; `none` if `whole` is 0. */
export const ratio = (part: number, whole: number, none = '-.--'): string =>
  whole === 0 ? none : (part / whole).toFixed(2)

/** Innings in the service's format: 17 outs are '5.2'. */
export const inningsText = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`
