import { type Box, boundingBox, overlapX, widthOf } from '../pixels/geometry.ts'
import type { TextLine, Word } from '../text-line.ts'
import { findStat } from './find-stat.ts'
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

/**
 * Finds stats whose name wraps over two or three lines, such as 'Hits+Runs+' above 'RBIs', with these lines.
 */
export function stackedStats(
  lines: readonly FreeLine[],
): { parsedField: StatField; textLines: TextLine[] }[] {
  const free = lines.filter(({ words }) => words.length)
  return free.flatMap((first) => {
    for (const stack of stacksFrom(free, [first])) {
      const words = stack.flatMap((line) => line.words)
      const stat = stack.length > 1 ? findStat(words.map(({ text }) => text).join(' ')) : null
      if (!stat || stat.edits > 1) continue
      const parsedField: StatField = {
        kind: 'stat',
        value: stat.name,
        sure: stat.edits === 0,
        confidence: Math.min(...words.map(({ confidence }) => confidence)),
        box: boundingBox(words.map(({ box }) => box)),
        textLine: first.textLine,
      }
      return [{ parsedField, textLines: stack.map(({ textLine }) => textLine) }]
    }
    return []
  })
}
