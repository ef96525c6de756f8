import { accessCodeText } from '@propsight/shared/contracts'

export const CODE_RULE = 'A code has 1 to 64 visible characters and no spaces.'
const MOST_USES = 1_000_000

/** Why a code cannot be sent; null where it can. */
export const codeProblem = (code: string): string | null =>
  accessCodeText.safeParse(code).success ? null : CODE_RULE

/** The number of uses that is typed: empty is 1, null is none that counts (2 §5). */
export function usesOf(text: string): number | null {
  const uses = text.trim() === '' ? 1 : Number(text)
  return Number.isInteger(uses) && uses > 0 && uses <= MOST_USES ? uses : null
}

/** A local date and time of a form as an instant; null for none. */
export const expiryOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export const notesOf = (text: string): string | null => text.trim() || null
