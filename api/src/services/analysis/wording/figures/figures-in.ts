import { readNumberWords } from './number-words.ts'
import { normalizeText, type Token, tokensOf } from './tokens.ts'
import { FIGURE_WORDS, LABELS, LABELS_AFTER, MONTHS, UNITS } from './vocabulary.ts'

const AROUND_LAST = ['last', 'past', 'previous', 'recent', 'latest']
/** Words between the two numbers of 'eight of his last ten'. */
const BETWEEN = new Set(['the', 'his', 'her', 'their', 'its', 'these', 'those', 'most', ...AROUND_LAST])
/** Words between a label and its figure: 'an ERA of 4.81'. */
const AFTER_LABEL = new Set(
  'of is at a an the by him from to about around produce reach get record collect'.split(' '),
)
/** Units that take precedence over a label before the figure. */
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

/** Whether the number is an end of a range: '57% to 69%' or 'between 57 and 69 percent'. */
function isRangeEnd(tokens: readonly Token[], at: number): boolean {
  const after = numberAt(tokens, at + 1) === null ? at + 2 : at + 1
  const linkAfter = textAt(tokens, after)
  const linkBefore = textAt(tokens, at - 1)
  const before = textAt(tokens, at - 2) === 'percent' ? at - 3 : at - 2
  const isRangeLink = (text: string, from: number) =>
    text === '-' ||
    text === 'to' ||
    text === 'through' ||
    (text === 'and' && textAt(tokens, from) === 'between')
  return (
    (isRangeLink(linkAfter, at - 1) && numberAt(tokens, after + 1) !== null) ||
    (isRangeLink(linkBefore, before - 1) && numberAt(tokens, before) !== null)
  )
}

/** Kind of a percentage: of the interval, of its ends, of rain, of more or fewer of something, or a probability. */
function percentAt(tokens: readonly Token[], at: number): string {
  if (isRangeEnd(tokens, at)) return 'percent end'
  const first = textAt(tokens, at + 2)
  const second = textAt(tokens, at + 3)
  const third = textAt(tokens, at + 4)
  if (first === 'interval') return 'percent interval'
  if (first === 'more' || first === 'fewer' || first === 'less') {
    const of = UNITS.get(`${second} ${third}`) ?? UNITS.get(second) ?? second
    return `percent ${first === 'more' ? 'more' : 'fewer'} ${of}`
  }
  if (first === 'of') return 'percent of'
  if (second === 'of') return `percent ${second} ${third}`
  return second === 'to' && third === 'land' ? 'percent to land' : 'percent'
}

/** Unit of the number at `at`, derived from the words before and after it; null when it has none. */
function unitAt(tokens: readonly Token[], at: number): string | null {
  const month = [textAt(tokens, at - 1), textAt(tokens, at + 1)].find((word) => MONTHS.has(word))
  if (month) return `date ${month}`
  if (AROUND_LAST.includes(textAt(tokens, at - 1))) return 'last'
  let next = textAt(tokens, at + 1) === '-' ? at + 2 : at + 1
  const pair = `${textAt(tokens, next)} ${textAt(tokens, next + 1)}`
  const unit = UNITS.get(pair) ?? UNITS.get(textAt(tokens, next))
  if (unit === 'percent') return percentAt(tokens, at)
  if (unit && MEASURES.has(unit)) return unit
  if (unit) next += UNITS.has(pair) ? 2 : 1
  const labelAfter =
    LABELS_AFTER.get(textAt(tokens, next)) ??
    LABELS_AFTER.get(`${textAt(tokens, next)} ${textAt(tokens, next + 1)}`)
  return labelBefore(tokens, at) ?? labelAfter ?? unit ?? null
}

/** Position of the second number of 'n of the last m'; null when the number is not the first of such a ratio. */
function ratioTotalAt(tokens: readonly Token[], at: number): number | null {
  const link = textAt(tokens, at + 1)
  const strict = link === 'of' || link === '/' || link === 'out'
  if (!strict && link !== 'in' && link !== 'for') return null
  let next = link === 'out' && textAt(tokens, at + 2) === 'of' ? at + 3 : at + 2
  while (BETWEEN.has(textAt(tokens, next)) && next < at + 2 + WIDEST_GAP) next += 1
  const total = numberAt(tokens, next)
  if (total === null) return null
  // 'over 1 in 8 of 10' is about 8 of 10.
  if (!strict && ['of', 'out', '/'].includes(textAt(tokens, next + 1))) return null
  return strict || (Number.isInteger(total) && total >= (numberAt(tokens, at) ?? 0)) ? next : null
}

/**
 * Position of the second number of a range; null when there is none. Both numbers of '57-69%' are percentages, both
 * of '12-4' a record.
 */
function rangeAt(tokens: readonly Token[], at: number): number | null {
  return RANGE.has(textAt(tokens, at + 1)) && numberAt(tokens, at + 2) !== null ? at + 2 : null
}

function figuresAt(tokens: readonly Token[], at: number): { found: string[]; next: number } {
  const value = numberAt(tokens, at)
  const total = ratioTotalAt(tokens, at)
  if (total !== null) return { found: [`ratio ${value}/${numberAt(tokens, total)}`], next: total + 1 }
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

/** Whether an ordinal is a place in the batting order: 'bats 3rd', 'batting in the 3rd'. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  let before = at - 1
  while (['in', 'the', 'from'].includes(textAt(tokens, before))) before -= 1
  return ['bat', 'bats', 'batting'].includes(textAt(tokens, before))
}

/** Lists the words of a text that are not figures, in lower case. */
export const wordsWithoutFigures = (text: string): string[] =>
  readNumberWords(tokensOf(normalizeText(text))).flatMap((token) =>
    token.kind === 'word' ? [token.text] : [],
  )

/**
 * Lists the figures of a text, each with its unit: 'percent 63', 'ratio 8/10', 'era 4.81', 'ordinal 3', 'number 1.9'.
 * Reads digits, number words, percentages in any spelling, fractions, dates, times and ordinals. Any other text with
 * a figure is returned unchanged as 'odd …', which equals only itself.
 */
export function figuresIn(text: string): string[] {
  const tokens = readNumberWords(tokensOf(normalizeText(text)))
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
