/** A piece of a sentence. `odd` is any piece that contains a figure but is not a plain number or ordinal. */
export type Token =
  | { readonly kind: 'number' | 'ordinal'; readonly value: number }
  | { readonly kind: 'odd' | 'word' | 'mark'; readonly text: string }

/** Units that may follow a number without a space: '11mph', '84f', '63pct'. Any other suffix makes the piece odd. */
const TAILS = new Set(['mph', 'f', 'ft', 'pct'])

const PIECES: readonly [RegExp, (text: string) => readonly Token[]][] = [
  [/\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}/y, (text) => [{ kind: 'odd', text }]],
  [/\d+(?:st|nd|rd|th)(?![\p{L}\d])/uy, (text) => [{ kind: 'ordinal', value: Number.parseInt(text, 10) }]],
  // A signed number, as in odds: '+150', '-110'.
  [/(?<![^\s(])[+-](?:\d+(?:\.\d+)?|\.\d+)/uy, (text) => [{ kind: 'odd', text }]],
  [/(?:\d+(?:\.\d+)?|\.\d+)\p{L}*/uy, numberWithTail],
  [/\p{L}+\d[\p{L}\d]*/uy, (text) => [{ kind: 'odd', text }]],
  [/\p{L}+(?:'\p{L}+)*/uy, (text) => [{ kind: 'word', text }]],
  [/\p{N}/uy, (text) => [{ kind: 'odd', text }]],
  [/\S/uy, (text) => [{ kind: 'mark', text }]],
]

function numberWithTail(text: string): readonly Token[] {
  const digits = /^[\d.]+/.exec(text)?.[0] ?? ''
  const tail = text.slice(digits.length)
  const value = Number(digits)
  if (!Number.isFinite(value)) return [{ kind: 'odd', text }]
  if (tail === '') return [{ kind: 'number', value }]
  if (!TAILS.has(tail)) return [{ kind: 'odd', text }]
  return [
    { kind: 'number', value },
    { kind: 'word', text: tail },
  ]
}

/**
 * Normalizes the spelling of a text: lower case, plain digits and dashes, 'percent' for the sign, no invisible
 * characters. Digits of other scripts are unchanged and are read as odd.
 */
export const normalizeText = (text: string): string =>
  text
    // NFKC would turn Roman numerals of one character into letters.
    .replace(/\p{Nl}/gu, ' \u0660 ')
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\u2044/g, '/')
    .replace(/[%\u066a]|\bper\s*-?\s*cent\b/g, ' percent ')
    .replace(/°\s*[fc]?(?![a-z])/g, ' degrees ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')

/** Splits a text that `normalizeText` returned into tokens. */
export function tokensOf(plain: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < plain.length) {
    const found = readAt(plain, at)
    if (found) tokens.push(...found.tokens)
    at = found?.next ?? at + 1
  }
  return tokens
}

function readAt(plain: string, at: number) {
  for (const [pattern, read] of PIECES) {
    pattern.lastIndex = at
    const match = pattern.exec(plain)
    if (match) return { tokens: read(match[0]), next: pattern.lastIndex }
  }
  return null
}
