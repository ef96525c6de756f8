import { readNumberWords } from './number-words.ts'
import { plainly, type Token, tokensOf } from './tokens.ts'
import { FIGURE_WORDS, LABELS, LABELS_BEHIND, MONTHS, UNITS } from './vocabulary.ts'

const AROUND_LAST = ['last', 'past', 'previous', 'recent', 'latest']
/** Between the two numbers of 'eight of his last ten'. */
const BETWEEN = new Set(['the', 'his', 'her', 'their', 'its', 'these', 'those', 'most', ...AROUND_LAST])
/** Between a label and its figure: 'an ERA of 4.81'. */
const AFTER_LABEL = new Set(
  'of is at a an the by him from to about around produce reach get record collect'.split(' '),
)
/** Measured, whatever word stands before them. */
const MEASURES = new Set(['percent', 'mph', 'degrees', 'feet'])
const RANGE = new Set(['-', 'to', 'and', 'through'])
const WIDEST_GAP = 5

const textAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at]
  return token && 'text' in token ? token.text : ''
}
const numberAt = (tokens: readonly Token[], at: number): number | null => {
  const token = tokens[at]
  return token?.kind === 'number' ? token.value : null
}

function labelBefore(tokens: readonly Token[], at: number): string | undefined {
  let before = at - 1
  while (AFTER_LABEL.has(textAt(tokens, before)) && before > at - WIDEST_GAP) before -= 1
  const label = LABELS.get(textAt(tokens, before))
  return label === 'line' && textAt(tokens, before - 1) === 'fair' ? 'fair line' : label
}

/** An end of '57% to 69%' or of 'between 57 and 69 percent'. */
function isEnd(tokens: readonly Token[], at: number): boolean {
  const behind = numberAt(tokens, at + 1) === null ? at + 2 : at + 1
  const [link, linkBefore] = [textAt(tokens, behind), textAt(tokens, at - 1)]
  const before = textAt(tokens, at - 2) === 'percent' ? at - 3 : at - 2
  const ranges = (text: string, from: number) =>
    text === '-' ||
    text === 'to' ||
    text === 'through' ||
    (text === 'and' && textAt(tokens, from) === 'between')
  return (
    (ranges(link, at - 1) && numberAt(tokens, behind + 1) !== null) ||
    (ranges(linkBefore, before - 1) && numberAt(tokens, before) !== null)
  )
}

/** What a percentage is one of: the interval's own, its ends, rain, more or fewer of something, or a chance. */
function percentAt(tokens: readonly Token[], at: number): string {
  if (isEnd(tokens, at)) return 'percent end'
  const words = [2, 3, 4].map((step) => textAt(tokens, at + step))
  const [first = '', second = '', third = ''] = words
  if (first === 'interval') return 'percent interval'
  if (first === 'more' || first === 'fewer' || first === 'less') {
    const of = UNITS.get(`${second} ${third}`) ?? UNITS.get(second) ?? second
    return `percent ${first === 'more' ? 'more' : 'fewer'} ${of}`
  }
  if (first === 'of') return 'percent of'
  if (second === 'of') return `percent ${second} ${third}`
  return second === 'to' && third === 'land' ? 'percent to land' : 'percent'
}

/** What the number at `at` counts, by the words before it, and by those behind it. */
function unitAt(tokens: readonly Token[], at: number): string | null {
  const [month] = [textAt(tokens, at - 1), textAt(tokens, at + 1)].filter((word) => MONTHS.has(word))
  if (month) return `date ${month}`
  if (AROUND_LAST.includes(textAt(tokens, at - 1))) return 'last'
  let next = textAt(tokens, at + 1) === '-' ? at + 2 : at + 1
  const pair = `${textAt(tokens, next)} ${textAt(tokens, next + 1)}`
  const unit = UNITS.get(pair) ?? UNITS.get(textAt(tokens, next))
  if (unit === 'percent') return percentAt(tokens, at)
  if (unit && MEASURES.has(unit)) return unit
  if (unit) next += UNITS.has(pair) ? 2 : 1
  const behind =
    LABELS_BEHIND.get(textAt(tokens, next)) ??
    LABELS_BEHIND.get(`${textAt(tokens, next)} ${textAt(tokens, next + 1)}`)
  return labelBefore(tokens, at) ?? behind ?? unit ?? null
}

/** Where the second number of 'n of the last m' stands; null where it is none. */
function wholeOf(tokens: readonly Token[], at: number): number | null {
  const link = textAt(tokens, at + 1)
  const strict = link === 'of' || link === '/' || link === 'out'
  if (!strict && link !== 'in' && link !== 'for') return null
  let next = link === 'out' && textAt(tokens, at + 2) === 'of' ? at + 3 : at + 2
  while (BETWEEN.has(textAt(tokens, next)) && next < at + 2 + WIDEST_GAP) next += 1
  const whole = numberAt(tokens, next)
  if (whole === null) return null
  // 'over 1 in 8 of 10' is about 8 of 10.
  if (!strict && ['of', 'out', '/'].includes(textAt(tokens, next + 1))) return null
  return strict || (Number.isInteger(whole) && whole >= (numberAt(tokens, at) ?? 0)) ? next : null
}

/** The end of a range: both of '57-69%' are percents, both of '12-4' a record. */
function rangeAt(tokens: readonly Token[], at: number): number | null {
  return RANGE.has(textAt(tokens, at + 1)) && numberAt(tokens, at + 2) !== null ? at + 2 : null
}

function figuresAt(tokens: readonly Token[], at: number): { found: string[]; next: number } {
  const value = numberAt(tokens, at)
  const whole = wholeOf(tokens, at)
  if (whole !== null) return { found: [`ratio ${value}/${numberAt(tokens, whole)}`], next: whole + 1 }
  const unit = unitAt(tokens, at)
  const end = unit === null ? rangeAt(tokens, at) : null
  if (end === null) return { found: [`${unit ?? 'number'} ${value}`], next: at + 1 }
  const shared = unitAt(tokens, end)
  if (shared === 'percent end' || shared === 'degrees' || shared === 'mph') {
    return { found: [`${shared} ${value}`], next: at + 1 }
  }
  if (textAt(tokens, at + 1) === '-') {
    return { found: [`record ${value}-${numberAt(tokens, end)}`], next: end + 1 }
  }
  return { found: [`number ${value}`], next: at + 1 }
}

/** 'bats 3rd' and 'batting in the 3rd': a place in the order, and no other third. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  let before = at - 1
  while (['in', 'the', 'from'].includes(textAt(tokens, before))) before -= 1
  return ['bat', 'bats', 'batting'].includes(textAt(tokens, before))
}

/** The words of a text that are no figures, in lower case. */
export const wordsBeside = (text: string): string[] =>
  readNumberWords(tokensOf(plainly(text))).flatMap((token) => (token.kind === 'word' ? [token.text] : []))

/**
 * Every figure of a text, each with what it is a figure of: 'percent 63', 'ratio 8/10', 'era 4.81', 'ordinal 3',
 * 'number 1.9'. Digits, number words, percents in any spelling, fractions, dates, times and ordinals; what cannot be
 * read as one of them but holds a figure is told as it stands ('odd …'), and equals nothing but itself.
 */
export function figuresIn(text: string): string[] {
  const tokens = readNumberWords(tokensOf(plainly(text)))
  const found: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (token?.kind === 'number') {
      const figures = figuresAt(tokens, at)
      found.push(...figures.found)
      at = figures.next
      continue
    }
    if (token?.kind === 'ordinal') found.push(`${isPlace(tokens, at) ? 'place' : 'ordinal'} ${token.value}`)
    if (token?.kind === 'odd') found.push(`odd ${token.text}`)
    if (token?.kind === 'word' && (FIGURE_WORDS.has(token.text) || token.text.endsWith('fold'))) {
      const likely = token.text === 'most' && textAt(tokens, at + 1) === 'likely'
      if (!likely) found.push(`word ${token.text}`)
    }
    at += 1
  }
  return found
}
