import type { Colour } from './colours.ts'
import type { InkLine } from './lines.ts'

/** A line of writing and its two colours. */
export interface FoundLine extends InkLine {
  ground: Colour
  writing: Colour
}
