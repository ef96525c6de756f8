import { colourDistance } from '../pixels/colours.ts'
import type { Piece } from '../text-line.ts'
import type { SideClue } from './parsed-field.ts'

/** Largest colour distance at which two buttons count as equal. */
const ALIKE = 30

export interface ChosenSide {
  side: SideClue
  chosen: boolean
}

/**
 * Decides which of two buttons is selected: the one whose background differs more from the card's. If the
 * backgrounds are equal, the one whose text has more contrast.
 * @param card a line of the same row on the background of the card
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
