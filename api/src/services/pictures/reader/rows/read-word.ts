import { listClubs } from '@propsight/shared/domain/clubs'
import { distance } from 'fastest-levenshtein'

/** A value read from a word; `sure` is false if letters had to be corrected. */
export interface ReadWord<T> {
  value: T
  sure: boolean
}

const OTHER_CODES = ['AZ', 'OAK', 'CHW', 'KCR', 'SDP', 'SFG', 'TBR', 'WAS', 'WSN', 'ATH', 'CWS', 'WSH']
const CODES = new Set([...listClubs('baseball').map(({ code }) => code), ...OTHER_CODES])
const POSITIONS = new Set('P SP RP C 1B 2B 3B SS LF CF RF OF IF DH UTIL TWP'.split(' '))
const pairs = (list: string): ReadonlyMap<string, string> =>
  new Map(list.split(' ').map((pair) => pair.split('=') as [string, string]))

/** Frequent misreadings of positions. */
const MISREAD_POSITIONS = pairs('IB=1B LB=1B 18=1B I8=1B 28=2B ZB=2B 38=3B S5=SS 55=SS 5S=SS 0F=OF QF=OF')

const LETTERS_FOR: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' }

/** Reads a club code: two or three capitals that are a known code. */
export function readClub(text: string): ReadWord<string> | null {
  const plain = text.replace(/[^A-Za-z0-9]/g, '')
  const capitals = plain.replace(/[covswxz]/g, (letter) => letter.toUpperCase())
  if (plain.length < 2 || plain.length > 3 || !/[A-Z]/.test(plain) || capitals !== plain.toUpperCase())
    return null
  if (CODES.has(plain)) return { value: plain, sure: true }
  // Corrects digits, and letters with the same shape in both cases.
  const lettered = capitals.replace(/[0158]/g, (digit) => LETTERS_FOR[digit] ?? digit)
  if (CODES.has(lettered)) return { value: lettered, sure: false }
  if (plain.length < 3 || /\d/.test(plain) || POSITIONS.has(plain)) return null
  const near = [...CODES].filter((code) => code.length === 3 && distance(code, plain) === 1)
  const [only] = near
  return only && near.length === 1 ? { value: only, sure: false } : null
}

/** Reads a position on the field. */
export function readPosition(text: string): ReadWord<string> | null {
  // A line such as '5.5' is no misread 'SS'.
  if (/\d[.,]\d/.test(text)) return null
  const plain = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  if (POSITIONS.has(plain)) return { value: plain, sure: true }
  const meant = MISREAD_POSITIONS.get(plain)
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
  return value > 0 && value < 200
    ? { value, sure: corrected === text && integer !== '' && point !== ',' }
    : null
}
