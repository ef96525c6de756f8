import type { Box } from './pixels/geometry.ts'
import type { Colour } from './pixels/colours.ts'
import type { FoundLines } from './pixels/find-lines.ts'
import type { SheetWord } from './recogniser.ts'
import { columnOf, type Placed, type Sheet } from './sheet.ts'

/** A recognised word; its box is in pixels of the image. */
export interface Word {
  text: string
  /** 0 to 100. */
  confidence: number
  box: Box
}

/** A recognised line of text; without words if nothing could be read. */
export interface Piece {
  words: Word[]
  box: Box
  /** Height of its capitals in pixels of the image. */
  capital: number
  ground: Colour
  writing: Colour
  /** Horizontal positions of points on the base line, in pixels of the image. */
  points: number[]
}

const middle = ({ y0, y1 }: SheetWord) => (y0 + y1) / 2

function pieceOf(placed: Placed, words: readonly SheetWord[], scale: number): Piece {
  const { line } = placed
  const rows = { y0: line.y0 / scale, y1: line.y1 / scale }
  const read = words
    .filter((word) => middle(word) >= placed.top && middle(word) < placed.bottom && word.text.trim())
    .toSorted((a, b) => a.x0 - b.x0)
    .map(({ text, confidence, x0, x1 }) => ({
      text: text.trim(),
      confidence,
      box: { ...rows, x0: columnOf(placed, x0) / scale, x1: columnOf(placed, x1) / scale },
    }))
  const { capital, ground, writing } = line
  const box = { ...rows, x0: line.x0 / scale, x1: line.x1 / scale }
  return {
    words: read,
    box,
    capital: capital / scale,
    ground,
    writing,
    points: line.points.map((x) => x / scale),
  }
}

/** Maps the recognised words of a sheet back to the lines of the image. */
export const piecesOf = (sheet: Sheet, words: readonly SheetWord[], { scale }: FoundLines): Piece[] =>
  sheet.placed.map((placed) => pieceOf(placed, words, scale))
