const RANDOM_LENGTH = 12

/**
 * Builds the id of a pick: 'pick_', the time in milliseconds, a random string (P1).
 * @param nowMs wall clock, epoch milliseconds
 * @param random a random text, such as the result of `crypto.randomUUID()`; only its letters and digits are
 * used
 * @throws RangeError when `random` has fewer than 12 letters and digits
 */
export function pickId(nowMs: number, random: string): string {
  const text = random.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (text.length < RANDOM_LENGTH) throw new RangeError('a pick id needs 12 random letters and digits')
  return `pick_${Math.trunc(nowMs)}_${text.slice(0, RANDOM_LENGTH)}`
}
