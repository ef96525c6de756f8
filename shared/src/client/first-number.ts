/**
 * The first number in a text, or null: numeric columns of a saved pick are taken so (specification 1 §3, §5).
 * A minus sign counts only where no word or digit stands before it ('0-2' begins with 0).
 */
export function firstNumber(text: string | null | undefined): number | null {
  const match = /(?<![\w.])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/.exec(text ?? '')
  return match ? Number(match[0]) : null
}
