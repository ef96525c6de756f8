import { distance } from 'fastest-levenshtein'
import { currentWords } from './sport-words.ts'

/** A value read from a word; `sure` is false if letters had to be corrected. */
export interface ReadWord<T> {
  value: T
  sure: boolean
}

const LETTERS_FOR: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' }

/** Reads a club code: two or three capitals that are a known code. */
export function readClub(text: string): ReadWord<string> | null {
  const plain = text.replace(/[^A-Za-z0-9]/g, '')
  const capitals = plain.replace(/[covswxz]/g, (letter) => letter.toUpperCase())
  if (plain.length < 2 || plain.length > 3 || !/[A-Z]/.test(plain) || capitals !== plain.toUpperCase())
    return null
  const { codes, positions } = currentWords()
  const exact = codes.get(plain)
  if (exact) return { value: exact, sure: true }
  // Corrects digits, and letters with the same shape in both cases.
  const lettered = codes.get(capitals.replace(/[0158]/g, (digit) => LETTERS_FOR[digit] ?? digit))
  if (lettered) return { value: lettered, sure: false }
  if (plain.length < 3 || /\d/.test(plain) || positions.has(plain)) return null
  const near = [...codes].filter(([code]) => code.length === 3 && distance(code, plain) === 1)
  const [only] = near
  return only && near.length === 1 ? { value: only[1], sure: false } : null
}

/** Reads a position on the field. */
export function readPosition(text: string): ReadWord<string> | null {
  // A line such as '5.5' is no misread 'SS'.
  if (/\d[.,]\d/.test(text)) return null
  const plain = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const { positions, misreadPositions } = currentWords()
  if (positions.has(plain)) return { value: plain, sure: true }
  const meant = misreadPositions[plain]
  return meant ? { value: meant, sure: false } : null
}

const SIDES: Readonly<Record<string, 'More' | 'Less'>> = {
  more: 'More',
  higher: 'More',
  over: 'More',
  less: 'Less',
  lower: 'Less',
  under: 'Less',
}

/** Reads More or Less, also in the words of other books. */
export function readSide(text: string): ReadWord<'More' | 'Less'> | null {
  const plain = text.replace(/[^A-Za-z]/g, '').toLowerCase()
  const exact = SIDES[plain]
  if (exact) return { value: exact, sure: true }
  if (plain.length < 4) return null
  const near = Object.keys(SIDES).filter((word) => word.length >= 4 && distance(word, plain) === 1)
  const side = near[0] ? SIDES[near[0]] : undefined
  return side && near.every((word) => SIDES[word] === side) ? { value: side, sure: false } : null
}

const DIGITS_FOR: Readonly<Record<string, string>> = { O: '0', o: '0', l: '1', I: '1', '|': '1', S: '5' }
const NUMBER = /^[^\dA-Za-z$#.,]*(\d{0,3})(?:([.,])([05]))?[^\d%A-Za-z:/]*$/

/** Reads the number of a line: a multiple of a half. */
export function readNumber(text: string): ReadWord<number> | null {
  if (/^\d{1,2}:[05]$/.test(text)) return { value: Number(text.replace(':', '.')), sure: false }
  const corrected =
    /[.,]/.test(text) && /\d/.test(text) ? text.replace(/[OolI|S]/g, (one) => DIGITS_FOR[one] ?? one) : text
  const [, integer = '', point = '', half = ''] = NUMBER.exec(corrected) ?? []
  if (!integer && !half) return null
  const value = Number(`${integer || 0}.${half || 0}`)
  return value > 0 && value < currentWords().highestLine
    ? { value, sure: corrected === text && integer !== '' && point !== ',' }
    : null
}
