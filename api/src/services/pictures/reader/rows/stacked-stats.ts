import { around, type Box, overlapX, widthOf } from '../pixels/box.ts'
import type { Piece, Word } from '../words/piece.ts'
import type { StatClue } from './clue.ts'
import { findStat } from './find-stat.ts'

/** A line and its words that mean nothing else than a part of a stat's name. */
export interface FreeLine {
  piece: Piece
  words: readonly Word[]
}

/** A large number before the stat drives its lines apart; the fixed list keeps strangers from being joined. */
const STAT_REACH = 2.2

/**
 * Whether `below` is the line that continues `above`: close beneath it, as large, in the same column.
 * @param reach the most that lies between them, in heights of capitals
 */
export function continues(
  above: Pick<Piece, 'box' | 'capital'>,
  below: Pick<Piece, 'box' | 'capital'>,
  reach = 1.1,
): boolean {
  const gap = below.box.y0 - above.box.y1
  const { capital } = above
  if (gap < -0.4 * capital || gap > reach * capital) return false
  if (below.capital > 1.35 * capital || capital > 1.35 * below.capital) return false
  const edges = (pick: (box: Box) => number) => Math.abs(pick(above.box) - pick(below.box)) < 0.8 * capital
  const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2
  return (
    overlapX(above.box, below.box) > 0.3 * Math.min(widthOf(above.box), widthOf(below.box)) &&
    (edges(({ x0 }) => x0) || edges(({ x1 }) => x1) || edges(centre))
  )
}

/** Every line, alone and with what continues it, up to three of them, the longest first. */
function stacksFrom(lines: readonly FreeLine[], stack: readonly FreeLine[]): (readonly FreeLine[])[] {
  const last = stack.at(-1)
  if (!last || stack.length === 3) return [stack]
  const next = lines.filter((line) => continues(last.piece, line.piece, STAT_REACH))
  return [...next.flatMap((line) => stacksFrom(lines, [...stack, line])), stack]
}

/** Stats whose name goes on in the next line or two: 'Hits+Runs+' above 'RBIs'. Each with the lines that it takes. */
export function stackedStats(lines: readonly FreeLine[]): { clue: StatClue; pieces: Piece[] }[] {
  const free = lines.filter(({ words }) => words.length)
  return free.flatMap((first) => {
    for (const stack of stacksFrom(free, [first])) {
      const words = stack.flatMap((line) => line.words)
      const stat = stack.length > 1 ? findStat(words.map(({ text }) => text).join(' ')) : null
      if (!stat || stat.off > 1) continue
      const clue: StatClue = {
        kind: 'stat',
        value: stat.name,
        sure: stat.off === 0,
        confidence: Math.min(...words.map(({ confidence }) => confidence)),
        box: around(words.map(({ box }) => box)),
        piece: first.piece,
      }
      return [{ clue, pieces: stack.map(({ piece }) => piece) }]
    }
    return []
  })
}
