import { randomBytes } from 'node:crypto'

/** 32 signs that nobody mistakes for another: no 0 and O, no 1 and I. Five bits each, so no byte favours any. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_SIGNS = 4

/**
 * A code such as `SPRING-K7QF-2MXA-P9RT-HB4E`. Its 80 random bits are more than limits alone would ask for: codes are
 * tried from many addresses, and a thousand of them may be good at a time.
 * @param prefix goes before it, with a hyphen; '' for none
 */
export function randomCode(prefix: string): string {
  const signs = [...randomBytes(GROUPS * GROUP_SIGNS)].map((byte) => SIGNS.charAt(byte % SIGNS.length))
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    signs.slice(at * GROUP_SIGNS, (at + 1) * GROUP_SIGNS).join(''),
  )
  return [...(prefix === '' ? [] : [prefix.replace(/-+$/, '')]), ...groups].join('-')
}
