/**
 * Returns the first number in a text, or null. Numeric columns of a saved pick are filled this way (P2).
 * A minus sign counts only if no word character precedes it: the result for '0-2' is 0.
 */
export function firstNumber(text: string | null | undefined): number | null {
  const match = /(?<![\w.])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/.exec(text ?? '')
  return match ? Number(match[0]) : null
}
