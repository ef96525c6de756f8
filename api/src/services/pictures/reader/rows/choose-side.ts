import { colourDistance } from '../pixels/colours.ts'
import type { Piece } from '../words/piece.ts'
import type { SideClue } from './clue.ts'

/** Two grounds that differ by less look alike. */
const ALIKE = 30

export interface ChosenSide {
  side: SideClue
  chosen: boolean
}

/**
 * Which of two buttons is pressed: the one whose ground differs more from the card's; where both have the card's ground,
 * the one whose writing stands out more.
 * @param card a line of the same row that stands on the card itself
 */
export function chooseSide(more: SideClue | null, less: SideClue | null, card: Piece): ChosenSide | null {
  if (!more || !less) {
    const only = more ?? less
    return only && { side: only, chosen: true }
  }
  const filled = ({ piece }: SideClue) => colourDistance(piece.ground, card.ground)
  const contrast = ({ piece }: SideClue) => colourDistance(piece.writing, piece.ground)
  for (const measure of [filled, contrast]) {
    const difference = measure(more) - measure(less)
    if (Math.abs(difference) > ALIKE) return { side: difference > 0 ? more : less, chosen: true }
  }
  return { side: more, chosen: false }
}
