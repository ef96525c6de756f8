import type { Piece } from '../text-line.ts'
import { type Clue, cluesOf, type OpponentClue, type TeamClue } from './parsed-field.ts'
import { cluesInLine } from './fields-in-line.ts'
import { findNames } from './find-names.ts'
import { continues, stackedStats } from './stacked-stats.ts'

/** The opponent, if its club code is in the line below: 'Fri 7:10 PM @' above 'TB'. */
function opponentBelow(club: TeamClue, pieces: readonly Piece[]): OpponentClue | null {
  if (club.value.position || club.piece.words.length > 1) return null
  const above = pieces.find(
    (piece) => continues(piece, club.piece) && /(^|\s)(@|at|vs?\.?)$/i.test(textOf(piece)),
  )
  if (!above) return null
  const homeAway = /(@|at)$/i.test(textOf(above)) ? ('AWAY' as const) : ('HOME' as const)
  return { ...club, kind: 'opponent', value: { opponent: club.value.team, homeAway } }
}

const textOf = (piece: Piece) =>
  piece.words
    .map(({ text }) => text)
    .join(' ')
    .replace(/[©®]/g, '@')

/** If some clubs have a position next to them, a club without one is uncertain. */
function weighClubs(clues: readonly Clue[], pieces: readonly Piece[]): Clue[] {
  const positioned = cluesOf(clues, 'team').some(({ value }) => value.position !== '')
  return clues.map((clue) => {
    if (clue.kind !== 'team') return clue
    const opponent = opponentBelow(clue, pieces)
    return opponent ?? { ...clue, sure: clue.sure && (!positioned || clue.value.position !== '') }
  })
}

/** Finds all fields in the text lines of an image. */
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
  return [...weighClubs(alone, pieces), ...stacked.map(({ clue }) => clue), ...names]
}
