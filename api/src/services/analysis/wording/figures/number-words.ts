import type { Token } from './tokens.ts'

const words = (text: string, from: number, step = 1): [string, number][] =>
  text.split(' ').map((word, at) => [word, from + at * step])

const UNITS = new Map(words('zero one two three four five six seven eight nine', 0))
const TEENS = new Map(
  words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
)
const TENS = new Map(words('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10))
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const ORDINALS = new Map([
  ...words('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 1),
  ...words('thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth', 13),
  ...words('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', 20, 10),
  ['hundredth', 100] as const,
  ['thousandth', 1_000] as const,
])

const wordAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text : ''
}
const isMark = (tokens: readonly Token[], at: number, text: string): boolean => {
  const token = tokens[at]
  return token?.kind === 'mark' && token.text === text
}
const small = (word: string): number | undefined => UNITS.get(word) ?? TEENS.get(word)

interface Found {
  readonly token: Token
  readonly next: number
}

/** Reads a number below one hundred: 'sixty-three', 'sixty three', 'sixty', 'eight', and 'sixty-third'. */
function underHundred(tokens: readonly Token[], at: number): Found | null {
  const word = wordAt(tokens, at)
  const ten = TENS.get(word)
  if (ten === undefined) {
    const value = small(word)
    return value === undefined ? null : { token: { kind: 'number', value }, next: at + 1 }
  }
  const after = isMark(tokens, at + 1, '-') ? at + 2 : at + 1
  const last = wordAt(tokens, after)
  const unit = UNITS.get(last)
  if (unit !== undefined) return { token: { kind: 'number', value: ten + unit }, next: after + 1 }
  const nth = ORDINALS.get(last)
  if (nth !== undefined && nth < 10) return { token: { kind: 'ordinal', value: ten + nth }, next: after + 1 }
  return { token: { kind: 'number', value: ten }, next: at + 1 }
}

/** Reads a number in words: 'one hundred and five', 'two thousand'. Each scale multiplies the number before it. */
function numberAt(tokens: readonly Token[], at: number): Found | null {
  const first = underHundred(tokens, at)
  if (first?.token.kind !== 'number') return first
  let { next } = first
  let value = first.token.value
  for (let scale = scaleAt(tokens, next); scale; scale = scaleAt(tokens, next)) {
    value *= scale.factor
    next = scale.next
    const rest = underHundred(tokens, wordAt(tokens, next) === 'and' ? next + 1 : next)
    if (rest?.token.kind !== 'number') continue
    value += rest.token.value
    next = rest.next
  }
  return { token: { kind: 'number', value }, next }
}

function scaleAt(tokens: readonly Token[], at: number) {
  const start = isMark(tokens, at, '-') ? at + 1 : at
  const factor = SCALES.get(wordAt(tokens, start))
  return factor === undefined ? null : { factor, next: start + 1 }
}

/** Whether a fraction in words begins at this position: 'point five', 'a third', 'thirds', 'third of'. */
function isFraction(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at)
  if (word === 'point')
    return small(wordAt(tokens, at + 1)) !== undefined || tokens[at + 1]?.kind === 'number'
  if (word.endsWith('s') && ORDINALS.has(word.slice(0, -1))) return true
  if (!ORDINALS.has(word)) return false
  return ['a', 'an'].includes(wordAt(tokens, at - 1)) || wordAt(tokens, at + 1) === 'of'
}

/** Replaces numbers and ordinals in words with figures, and fractions in words with `odd` tokens. */
export function readNumberWords(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (!token) break
    if (isFraction(tokens, at)) {
      out.push({ kind: 'odd', text: wordAt(tokens, at) })
      at += 1
      continue
    }
    const nth = ORDINALS.get(wordAt(tokens, at))
    const found =
      nth === undefined
        ? numberAt(tokens, at)
        : { token: { kind: 'ordinal', value: nth } as const, next: at + 1 }
    const scale = SCALES.get(wordAt(tokens, at))
    if (found) {
      out.push(found.token)
      at = found.next
    } else {
      // 'hundred' without a number word before it is not a figure of the facts.
      out.push(scale === undefined ? token : { kind: 'odd', text: wordAt(tokens, at) })
      at += 1
    }
  }
  return out
}
