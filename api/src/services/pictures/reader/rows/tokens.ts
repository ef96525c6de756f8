import type { TextLine, Word } from '../text-line.ts'
import { currentWords } from './sport-words.ts'

/** A part of a word with its own meaning: 'TB-C' has two tokens. */
export interface Token {
  text: string
  word: Word
  /** Index of the word in its text line. */
  index: number
}

/** Signs that separate tokens. */
const SEPARATORS = /[\s\-–—·•|/,;()[\]~_]+/

/** The sign '@' and its frequent misreadings. */
const AT = /[@©®]+/g

/** A number and a word without a space between them: '2.5RBIs'. */
const GLUED = /^(\d{1,3}(?:\.\d)?)([A-Z][a-z+].*|RBIs?)$/

/** A side as one letter and a line without a space between them: 'o5.5', 'U1.5'; 'O' is often read as a zero. */
const GLUED_SIDE = /^([ou](?=\d{1,3}$|[\dlI]{1,3}\.\d$)|0(?=\d{1,2}\.\d$))/i

/** The tokens of all words in order; '@' is always a token of its own. */
export const readTokens = (textLine: TextLine): Token[] =>
  textLine.words.flatMap((word, index) =>
    word.text
      .replace(AT, ' @ ')
      .replace(GLUED, '$1 $2')
      .replace(GLUED_SIDE, '$1 ')
      .split(SEPARATORS)
      .filter((text) => text !== '')
      .map((text) => ({ text, word, index })),
  )

/** Largest share of words with a capital in a picture that is printed in lower case. */
const MAX_CAPITALISED = 0.15
/** Smallest number of words from which the case of a picture is known. */
const MIN_CASED = 4

/**
 * Restores the capitals of a picture that is printed in lower case: of names, and of the codes of clubs. Other
 * pictures are unchanged, since a capital is what tells a name from a label.
 */
export function withCapitals(textLines: readonly TextLine[]): readonly TextLine[] {
  const words = textLines.flatMap((textLine) => textLine.words).filter(({ text }) => /\p{L}{2}/u.test(text))
  const capitalised = words.filter(({ text }) => /\p{Lu}/u.test(text)).length
  if (words.length < MIN_CASED || capitalised > MAX_CAPITALISED * words.length) return textLines
  const restored = (text: string): string =>
    text.replace(/[\p{L}'’]+/gu, (part) => {
      if (currentWords().lowerCodes.has(part)) return part.toUpperCase()
      return part.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    })
  return textLines.map((textLine) => ({
    ...textLine,
    words: textLine.words.map((word) => ({ ...word, text: restored(word.text) })),
  }))
}

const MONTH = /^(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?$/i
const DAY_OF_MONTH = /^([1-9]|[12]\d|3[01])(st|nd|rd|th)?$/i
const YEAR = /^(19|20)\d\d$/
/** A date in one word: '7/4', '07/04/26', '2026-07-04'. */
const DATE_WORD = /^\(?(\d{1,2}\/\d{1,2}(\/\d{2,4})?|\d{4}-\d{2}-\d{2})[),.]*$/

/** The dates of a text line, each as its tokens: 'Jun 12', '12 June 2026', '7/4'. */
export function findDates(tokens: readonly Token[]): Token[][] {
  const dates: Token[][] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const next = tokens[at + 1]
    if (!token) break
    const isPair =
      next &&
      ((MONTH.test(token.text) && DAY_OF_MONTH.test(next.text)) ||
        (DAY_OF_MONTH.test(token.text) && MONTH.test(next.text)))
    const year = isPair ? tokens[at + 2] : undefined
    const parts = DATE_WORD.test(token.word.text)
      ? tokens.slice(at).filter(({ index }) => index === token.index)
      : [...(isPair ? [token, next] : []), ...(year && YEAR.test(year.text) ? [year] : [])]
    if (parts.length === 0) continue
    dates.push(parts)
    at += parts.length - 1
  }
  return dates
}

const DAY = /^(mon|tue|wed|thu|fri|sat|sun|today|tomorrow|tonight)[a-z]{0,6}$/i
const HOUR = /^(\d{1,2})[:.](\d{2})([ap]\.?m\.?)?$/i
const FULL_HOUR = /^(\d{1,2})([ap]m)?$/i
const HALF = /^[ap]\.?m\.?$/i
const HOURS = 24
const MINUTES = 60

/**
 * The time at a token as its tokens, with the day or date before it: 'Sat 7:05 PM', '7/4 7 PM'; null if it is none.
 * @param dates the dates of the line
 */
export function readTime(
  tokens: readonly Token[],
  at: number,
  dates: readonly (readonly Token[])[],
): Token[] | null {
  const token = tokens[at]
  const next = tokens[at + 1]
  const half = next && HALF.test(next.text) ? [next] : []
  const [, hour, minute, own] = HOUR.exec(token?.text ?? '') ?? []
  const [, fullHour, ofFull] = FULL_HOUR.exec(token?.text ?? '') ?? []
  const isTime = Number(hour) < HOURS && Number(minute) < MINUTES
  const isFullHour = Number(fullHour) < HOURS && (ofFull !== undefined || half.length > 0)
  if (!token || !(isTime || isFullHour)) return null
  const before = tokens[at - 1]
  const date = dates.find((parts) => before !== undefined && parts.at(-1) === before) ?? []
  const day = tokens[at - 1 - date.length]
  return [...(day && DAY.test(day.text) ? [day] : []), ...date, token, ...(own || ofFull ? [] : half)]
}

/** The text of a time as printed; a date that is one word keeps its signs. */
export const timeText = (time: readonly Token[]): string => {
  const parts = time.map(({ text, word }) =>
    DATE_WORD.test(word.text) ? word.text.replace(/[(),]/g, '') : text,
  )
  return [...new Set(parts)].join(' ')
}
