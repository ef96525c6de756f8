import { randomBytes } from 'node:crypto'

/**
 * 32 characters without the look-alikes 0 and O, 1 and I. 256 is a multiple of 32, so a random byte modulo 32
 * selects each character with the same probability.
 */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_SIGNS = 4

/**
 * Creates an access code such as `SPRING-K7QF-2MXA-P9RT-HB4E`. It has 80 random bits, because rate limits
 * alone do not stop guesses from many addresses, and a thousand codes may be valid at the same time.
 * @param prefix placed before the code with a hyphen; '' for none
 */
export function randomCode(prefix: string): string {
  const signs = [...randomBytes(GROUPS * GROUP_SIGNS)].map((byte) => SIGNS.charAt(byte % SIGNS.length))
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    signs.slice(at * GROUP_SIGNS, (at + 1) * GROUP_SIGNS).join(''),
  )
  return [...(prefix === '' ? [] : [prefix.replace(/-+$/, '')]), ...groups].join('-')
}
