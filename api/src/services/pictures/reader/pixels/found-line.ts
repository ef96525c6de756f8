import type { Colour } from './colours.ts'
import type { InkLine } from './lines.ts'

/** A line of text with its background and text colour. */
export interface FoundLine extends InkLine {
  ground: Colour
  writing: Colour
}
