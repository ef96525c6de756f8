import { type Box, boundingBox, overlapX, widthOf } from '../pixels/geometry.ts'
import type { TextLine, Word } from '../text-line.ts'
import { findStat, isMarketWord, namesMarket, tidyMarket } from './market-text.ts'
import type { StatField } from './parsed-field.ts'

/** A text line and its words that are not part of another field. */
export interface FreeLine {
  textLine: TextLine
  words: readonly Word[]
}

/**
 * Largest gap between the lines of a stat, in heights of capitals. It is wide because a large number before
 * the stat increases the line height. Unrelated lines are not joined, because the result must be in the list
 * of stats.
 */
const STAT_REACH = 2.2

/**
 * Whether `below` continues `above`: directly below it, in the same size and column.
 * @param reach largest gap between them, in heights of capitals
 */
export function continues(
  above: Pick<TextLine, 'box' | 'capitalHeight'>,
  below: Pick<TextLine, 'box' | 'capitalHeight'>,
  reach = 1.1,
): boolean {
  const gap = below.box.y0 - above.box.y1
  const { capitalHeight } = above
  if (gap < -0.4 * capitalHeight || gap > reach * capitalHeight) return false
  if (below.capitalHeight > 1.35 * capitalHeight || capitalHeight > 1.35 * below.capitalHeight) return false
  const edges = (pick: (box: Box) => number) =>
    Math.abs(pick(above.box) - pick(below.box)) < 0.8 * capitalHeight
  const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2
  return (
    overlapX(above.box, below.box) > 0.3 * Math.min(widthOf(above.box), widthOf(below.box)) &&
    (edges(({ x0 }) => x0) || edges(({ x1 }) => x1) || edges(centre))
  )
}

/** All stacks of up to three continuing lines that begin with `stack`, longest first. */
function stacksFrom(lines: readonly FreeLine[], stack: readonly FreeLine[]): (readonly FreeLine[])[] {
  const last = stack.at(-1)
  if (!last || stack.length === 3) return [stack]
  const next = lines.filter((line) => continues(last.textLine, line.textLine, STAT_REACH))
  return [...next.flatMap((line) => stacksFrom(lines, [...stack, line])), stack]
}

/** Whether a name goes on in the line below: 'Singles+'. */
const goesOn = (line: FreeLine): boolean => line.words.at(-1)?.text.endsWith('+') ?? false

const texts = ({ words }: FreeLine): string[] => words.map(({ text }) => text)

/**
 * Whether lines are the name of one market that is not offered: each consists of words of such names, directly below
 * the one before, and only one of them names a market alone: '1st Inning' above 'Runs Allowed'.
 */
const isWrappedMarket = (stack: readonly FreeLine[]): boolean =>
  stack.length > 1 &&
  stack.every((line) => texts(line).every(isMarketWord)) &&
  stack.filter((line, at) => namesMarket(texts(line)) && !(at < stack.length - 1 && goesOn(line))).length <=
    1 &&
  namesMarket(stack.flatMap(texts)) &&
  stack.every((line, at) => at === 0 || continues((stack[at - 1] ?? line).textLine, line.textLine))

/**
 * Finds stats whose name wraps over two or three lines, such as 'Hits+Runs+' above 'RBIs', with these lines.
 */
export function stackedStats(
  lines: readonly FreeLine[],
): { parsedField: StatField; textLines: TextLine[] }[] {
  const free = lines.filter(({ words }) => words.length)
  const used = new Set<FreeLine>()
  return free.flatMap((first) => {
    if (used.has(first)) return []
    for (const stack of stacksFrom(free, [first])) {
      const words = stack.flatMap((line) => line.words)
      const text = words.map(({ text }) => text).join(' ')
      const stat = stack.length > 1 ? findStat(text) : null
      const offered = stat !== null && stat.edits <= 1
      if (!offered && !isWrappedMarket(stack)) continue
      const parsedField: StatField = {
        kind: 'stat',
        value: offered ? stat.name : tidyMarket(text),
        offered,
        sure: !offered || stat.edits === 0,
        confidence: Math.min(...words.map(({ confidence }) => confidence)),
        box: boundingBox(words.map(({ box }) => box)),
        textLine: first.textLine,
      }
      for (const line of stack) used.add(line)
      return [{ parsedField, textLines: stack.map(({ textLine }) => textLine) }]
    }
    return []
  })
}
