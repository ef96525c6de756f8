import type { Piece } from '../words/piece.ts'
import type { Clue } from './clue.ts'
import { cluesInLine } from './clues-in-line.ts'
import { findNames } from './find-names.ts'
import { stackedStats } from './stacked-stats.ts'

/** Everything that the lines of a picture say that may belong to a row. */
export function findClues(pieces: readonly Piece[]): Clue[] {
  const lines = pieces.map((piece) => ({ piece, ...cluesInLine(piece) }))
  const free = lines.map(({ piece, clues }) => {
    const others = clues.filter(({ kind }) => kind !== 'stat')
    const words = piece.words.filter(
      ({ box }) => !others.some((clue) => clue.box.x0 <= box.x0 && clue.box.x1 >= box.x1),
    )
    return { piece, words }
  })
  const stacked = stackedStats(free)
  const inStack = new Set(stacked.flatMap((stat) => stat.pieces))
  const alone = lines.flatMap(({ piece, clues }) =>
    clues.filter(({ kind }) => kind !== 'stat' || !inStack.has(piece)),
  )
  const names = findNames(lines.filter(({ piece }) => !inStack.has(piece)))
  return [...alone, ...stacked.map(({ clue }) => clue), ...names]
}
