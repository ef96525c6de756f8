import { accessCodeText } from '@propsight/shared/contracts'

export const CODE_RULE = 'A code has 1 to 64 visible characters and no spaces.'
const MOST_USES = 1_000_000

/** The error message of an invalid code; null for a valid one. */
export const codeProblem = (code: string): string | null =>
  accessCodeText.safeParse(code).success ? null : CODE_RULE

/** Parses the maximum uses: an empty field is 1, an invalid number is null (D1). */
export function usesOf(text: string): number | null {
  const uses = text.trim() === '' ? 1 : Number(text)
  return Number.isInteger(uses) && uses > 0 && uses <= MOST_USES ? uses : null
}

/** Converts the local date and time of a form field to ISO 8601 in UTC; null for an empty field. */
export const expiryOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export const notesOf = (text: string): string | null => text.trim() || null
