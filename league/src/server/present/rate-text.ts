/** '.305', '1.000'; nothing to divide by gives `none`. */
export const average = (part: number, whole: number, none = '.000'): string =>
  whole === 0 ? none : (part / whole).toFixed(3).replace(/^0\./, '.')

/** '2.33'; nothing to divide by gives '-.--'. */
export const ratio = (part: number, whole: number, none = '-.--'): string =>
  whole === 0 ? none : (part / whole).toFixed(2)

/** Innings as the service writes them: 17 outs are '5.2'. */
export const inningsText = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`
