const plain = (value: number, digits: number): string => value.toFixed(digits)

/** Text for a missing figure. */
const NONE = '–'

const told = (value: number, write: (value: number) => string): string =>
  Number.isFinite(value) ? write(value) : NONE

/** 0.2238 */
export const score = (value: number): string => told(value, (known) => plain(known, 4))
/** 1.776 */
export const error = (value: number): string => told(value, (known) => plain(known, 3))
/** 0.98 */
export const slope = (value: number): string => told(value, (known) => plain(known, 2))
/** 65.7% */
export const percent = (share: number, digits = 1): string =>
  told(share, (known) => `${plain(100 * known, digits)}%`)
/** +0.61% or −0.61%, always with a sign. */
export const change = (share: number, digits = 2): string =>
  told(share, (known) => `${known < 0 ? '−' : '+'}${plain(100 * Math.abs(known), digits)}%`)
/** +0.0040 or −0.0040 */
export const signed = (value: number): string =>
  told(value, (known) => `${known < 0 ? '−' : '+'}${plain(Math.abs(known), 4)}`)
/** 6,476 */
export const count = (value: number): string => value.toLocaleString('en-US')
