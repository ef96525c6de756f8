import type { TextLine, Word } from '../text-line.ts'
import type { Base, ParsedField } from './parsed-field.ts'
import { type ReadWord, readNumber } from './read-word.ts'
import type { Token } from './tokens.ts'

/** A word that is an amount of money, a percentage, a time, a price, a score, a range or a multiplier. */
const OTHER_FIGURE = /[$€£%×]|\d:\d\d|^[+−–—-]\d{3}|\d[-–—/]\d|\d\+$/
/** Labels before a number that is not a line: averages, game states, jersey numbers. */
const LABEL_BEFORE =
  /^(avg|average|proj|projected|projection|last|l\d{0,2}|season|game|gm|top|bot|bottom|mid|end|inning|pick|no|rank|odds|win|to|entry|#)[.:#]?$/i
/** Units after a number that is not a line; an inning has none with 'Pitched' behind it. */
const UNIT_AFTER = /^(%|picks?|legs?|innings?|inn|games?|gms?|min|mins|minutes?|hours?|hrs?|of|x)\.?$/i
const PITCHED = /^pitched$/i

/** Restores a decimal point that was seen in the image but not recognised: '25' with a point becomes 2.5. */
function withPoint(
  number: ReadWord<number> | null,
  { box }: Word,
  textLine: TextLine,
): ReadWord<number> | null {
  if (!number || !Number.isInteger(number.value) || number.value < 5 || number.value % 5) return number
  const digits = String(number.value).length
  const share = (x: number) => (x - box.x0) / (box.x1 - box.x0)
  const seen = textLine.points.some((x) => share(x) > 0.15 && share(x) < 1 - 0.4 / digits)
  return seen ? { value: number.value / 10, sure: number.sure } : number
}

/**
 * Numbers that can be a line: multiples of a half that are not dates, times, amounts, percentages, averages or
 * counts of something else.
 * @param halvesOnly whether whole numbers are excluded
 */
export const numberFields = (
  textLine: TextLine,
  tokens: readonly Token[],
  taken: ReadonlySet<Token>,
  base: Base,
  halvesOnly: boolean,
): ParsedField[] =>
  tokens.flatMap((token, at): ParsedField[] => {
    const before = tokens[at - 1]
    const after = tokens[at + 1]
    if (taken.has(token) || OTHER_FIGURE.test(token.word.text)) return []
    if (before && LABEL_BEFORE.test(before.text)) return []
    if (after && UNIT_AFTER.test(after.text) && !PITCHED.test(tokens[at + 2]?.text ?? '')) return []
    const number = withPoint(readNumber(token.text), token.word, textLine)
    if (!number || (halvesOnly && Number.isInteger(number.value))) return []
    return [{ kind: 'number', value: number.value, ...base([token], number.sure) }]
  })
