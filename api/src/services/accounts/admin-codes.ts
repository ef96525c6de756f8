import { randomBytes } from 'node:crypto'
import { HttpError } from '../../platform/errors.ts'

const BAD_ROW = /^codes\.(\d+)(?:\.(\w+))?: (.*)$/s

/**
 * Runs `work`. Rewrites a validation error at `codes.N` so that it names the row of the imported file,
 * counted from 1.
 * @throws the error of `work`, with the rewritten message where one applies
 */
export async function withImportRow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const [, index, field, what] = BAD_ROW.exec(error.message) ?? []
    if (index === undefined) throw error
    const where = field === undefined ? '' : `${field}: `
    throw new HttpError(error.status, error.code, `Row ${Number(index) + 1}: ${where}${what}`)
  }
}

/**
 * 32 characters without the look-alikes 0 and O, 1 and I. 256 is a multiple of 32, so a random byte modulo 32
 * selects each character with the same probability.
 */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/**
 * Creates an access code such as `SPRING-K7QF-2MXA-P9RT-HB4E`. It has 80 random bits, because rate limits
 * alone do not stop guesses from many addresses, and a thousand codes may be valid at the same time.
 * @param prefix placed before the code with a hyphen; '' for none
 */
export function createRandomCode(prefix: string): string {
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) =>
    CHARACTERS.charAt(byte % CHARACTERS.length),
  )
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  )
  const code = groups.join('-')
  return prefix === '' ? code : `${prefix.replace(/-+$/, '')}-${code}`
}
